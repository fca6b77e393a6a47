// What is asked of the server about the board, one thing after the other, and what becomes of it.
//
// When its turn comes, each acts on the board as it is by then, or is dropped if what was meant is
// not there any more. After a failure the board is the server's again as soon as it can be had.

"use strict";

(() => {
  const { game, legal, cardsOf, removal, isOff, pick, pickAgain, pauseAfter, targetOf, words } =
    window.pyramid;
  const LIMIT = 60; // more than a hand can tap while an answer is slow
  const WAIT = 5000; // ms without an answer after which the page says that it waits

  const pending = new Set();
  let waiting = 0; // the timer that says so
  let failedAt = null; // the board on which the last request failed
  let failures = 0; // in a row
  let timer = 0; // until the board is asked for again

  /** Tells the other parts of the page what becomes of a request. */
  const tell = (name, ctx) => document.dispatchEvent(new CustomEvent(name, { detail: { ctx } }));

  /** Whether a request is about a new board; the page also asks for verdicts and the like. */
  const isOfBoard = ({ ctx }) => targetOf(ctx ?? {})?.id === "game";

  /** What was pressed: the button of a form, or the link itself. */
  const controlOf = (source) =>
    (source.matches("form") && source.querySelector("[data-action]")) || source;

  /** Whether what is asked for can't be done on the board as it lies there. */
  const isGone = ({ meant, sourceElement }) =>
    (meant && !legal().has(meant)) || isOff(controlOf(sourceElement));

  /** The move that a form's fields stand for, as data-legal would have it; "" for a refusal. */
  function meaning(body) {
    const fields = new URLSearchParams(body);
    const codes = [...fields.getAll("cards")];
    if (fields.get("move")) return fields.get("move");
    if (!codes.length) return null;
    const first = fields.get("pick");
    return removal(codes[0]) || (first && removal(first, codes[0])) || "";
  }

  function onConfig(event) {
    const { ctx } = event.detail;
    if (!isOfBoard(event.detail)) return;
    if (pending.size >= LIMIT) {
      event.preventDefault();
      sayWaiting();
      return;
    }
    ctx.meant = meaning(ctx.request.body);
    ctx.isRefused = isGone(ctx);
    // Once is enough to be told no: presses in vain must not be in the way of a move.
    const before = [...pending];
    const control = controlOf(ctx.sourceElement);
    if (
      ctx.isRefused &&
      before.every(({ isRefused }) => isRefused) &&
      before.some((each) => controlOf(each.sourceElement) === control)
    ) {
      event.preventDefault();
      return;
    }
    pending.add(ctx);
    if (pending.size === 1) watch();
    markSent();
    // What is sent is picked no longer: the next tap begins anew while the answer is on its way.
    if (ctx.meant !== null) pick(null);
    tell("pyramid:sent", ctx);
  }

  /** Marks what is under way: cards of removals, the stock, a control. */
  function markSent() {
    const sent = new Set();
    for (const { meant, sourceElement } of pending) {
      if (meant === "draw" || meant === "recycle") sent.add("draw");
      else if (meant) cardsOf(meant).forEach((code) => sent.add(`c-${code}`));
      else sent.add(controlOf(sourceElement).id);
    }
    game()?.querySelectorAll(".sent").forEach((each) => each.classList.remove("sent"));
    for (const id of sent) if (id) document.getElementById(id)?.classList.add("sent");
    document.documentElement.classList.toggle("busy", pending.size > 0);
  }

  function settle(ctx) {
    if (!pending.delete(ctx)) return;
    watch();
    markSent();
  }

  /** Begins to wait for the next answer anew, if there is one to come. */
  function watch() {
    clearTimeout(waiting);
    if (pending.size) waiting = setTimeout(sayWaiting, WAIT);
  }

  function onBefore(event) {
    const { ctx } = event.detail;
    if (!isOfBoard(event.detail)) return;
    // What could be done when it was asked for, and can't any more, was meant for another board.
    if (isGone(ctx) && !ctx.isRefused) {
      event.preventDefault();
      return;
    }
    if (ctx.request.body instanceof URLSearchParams && ctx.request.body.has("ply")) {
      ctx.request.body.set("ply", game().dataset.ply);
    }
  }

  function onBeforeSwap(event) {
    if (event.defaultPrevented || !isOfBoard(event.detail)) return;
    const { ctx, tasks } = event.detail;
    const found = tasks.find(({ type }) => type === "main")?.fragment.querySelector("#game");
    const [ply, shown] = [found, game()].map((board) => Number(board?.dataset.ply));
    // A board in answer to another question may have been overtaken by what was done meanwhile.
    if (ctx.part !== "game" && (pending.size - pending.has(ctx) || ply < shown)) {
      event.preventDefault();
      return;
    }
    // A board that is found as it was is no news for the ear.
    if (ctx.isRefresh && ply === shown) {
      tasks.splice(0, tasks.length, ...tasks.filter(({ type }) => type === "main"));
    }
    tell("pyramid:before", ctx);
  }

  function onAfterSwap({ detail }) {
    if (!isOfBoard(detail) || !game()) return;
    settle(detail.ctx);
    pickAgain();
    const unchanged = failedAt === game().dataset.ply;
    failures = 0;
    clearTimeout(timer);
    if (unchanged && detail.ctx.isRefresh) show(failedText);
    failedAt = null;
    tell("pyramid:board", detail.ctx);
  }

  function onFinally({ detail }) {
    settle(detail.ctx);
    if (isOfBoard(detail)) tell("pyramid:settled", detail.ctx);
  }

  // What fails

  let failedText = "";

  function onFailed({ detail: { ctx, text } }) {
    // A part of the page is asked for again by itself (see answers.js).
    if (!game() || (ctx && (!isOfBoard({ ctx }) || ctx.part === "hint-poll"))) return;
    failures += 1;
    if (!ctx?.isRefresh) {
      failedText = text;
      note(text);
      pick(null);
      failures = 1;
    }
    // Whether it arrived before it failed is not known here: the board is asked for again.
    failedAt = game().dataset.ply;
    clearTimeout(timer);
    if (navigator.onLine) timer = setTimeout(refresh, pauseAfter(failures));
  }

  /** Asks for the board as the server has it, unless something else is under way. */
  function refresh() {
    const target = game();
    if (!target || pending.size) return;
    window.htmx.ajax("GET", location.pathname, {
      source: target,
      target,
      swap: "outerMorph",
      isRefresh: true,
    });
  }

  // What is said

  const line = () => game()?.querySelector(".last");
  let kept = null; // what the line said before a note

  function show(text) {
    if (!line()) return;
    line().textContent = text;
    line().dataset.kind = "warning";
  }

  /** Puts a text into the live region as a new node, so that an equal one is heard again. */
  function say(text) {
    const span = document.createElement("span");
    span.textContent = text;
    document.getElementById("said")?.replaceChildren(span);
  }

  /** Says something on the table and to the ear. */
  function note(text) {
    kept = line() && { line: line(), text: line().textContent, kind: line().dataset.kind, note: text };
    show(text);
    say(text);
  }

  /** Lets the table say again what it said before a note, if it has said nothing else since. */
  function unnote() {
    if (!kept || kept.line !== line() || kept.line.textContent !== kept.note) return;
    kept.line.textContent = kept.text;
    kept.line.dataset.kind = kept.kind;
    kept = null;
  }

  function sayWaiting() {
    if (line()?.textContent !== words("waiting")) note(words("waiting"));
  }

  document.addEventListener("htmx:config:request", onConfig);
  document.addEventListener("htmx:before:request", onBefore);
  document.addEventListener("htmx:before:swap", onBeforeSwap);
  document.addEventListener("htmx:after:swap", onAfterSwap);
  document.addEventListener("htmx:finally:request", onFinally);
  document.addEventListener("pyramid:failed", onFailed);
  window.addEventListener("online", () => {
    failedAt = null;
    refresh();
  });
  // A page from the back/forward cache shows the board as it was: ask for the one that is.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });

  Object.assign(window.pyramid, { note, say, unnote });
})();
