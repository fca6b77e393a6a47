// Picking cards, and sending moves one after the other.
//
// The page knows no rules: #game carries every legal move in data-legal, and what is sent is
// answered with the board as the server has it. Without this file each tap is a form of its own.

"use strict";

(() => {
  const QUEUE_LIMIT = 20;
  const SAME_PLACE = 12; // px: a second click of a double click lands this near the first
  // WebKit calls each tap of a double tap the first; there the time between them has to tell.
  const COUNTS_TAPS = !("GestureEvent" in window);
  const DOUBLE_TAP = 350; // ms
  const REFRESH = 1500; // ms until the board is asked for after the server failed
  let lastClick = null;

  const game = () => document.getElementById("game");
  const legal = () => new Set((game()?.dataset.legal || "").split(" "));
  const cardsOf = (move) => move.match(/../g) || [];
  const isRemoval = (move) => move !== "draw" && move !== "recycle" && move !== "";

  /** The legal move that removes exactly these cards, or nothing. */
  function removal(...codes) {
    return [...legal()].find(
      (move) =>
        isRemoval(move) &&
        cardsOf(move).length === codes.length &&
        codes.every((code) => cardsOf(move).includes(code)),
    );
  }

  /** Whether a card may be the first of a pair: it is free, or may go with what covers it. */
  const pickable = (card) =>
    card.dataset.state === "free" ||
    [...legal()].some((move) => isRemoval(move) && cardsOf(move).includes(card.dataset.card));

  const picked = () => game()?.querySelector('[data-card][aria-pressed="true"]');

  // The code of the picked card: a new board knows nothing of what was picked meanwhile.
  let chosen = picked()?.dataset.card ?? null;

  /** Marks a card as picked, or none; no request is needed for that. */
  function pick(card) {
    const root = game();
    if (!root) return;
    chosen = card?.dataset.card ?? null;
    root.querySelectorAll('[aria-pressed="true"]').forEach((other) => {
      if (other !== card) other.setAttribute("aria-pressed", "false");
    });
    card?.setAttribute("aria-pressed", "true");
    const field = root.querySelector('#board [name="pick"]');
    if (field) field.value = card?.dataset.card || "";
    markPartners("partners" in document.documentElement.dataset ? card : null);
  }

  /** The cards that a card can go with now. */
  function partners(card) {
    return [...legal()]
      .filter((move) => isRemoval(move) && move.length === 4 && move.includes(card.dataset.card))
      .map((move) => cardsOf(move).find((code) => code !== card.dataset.card))
      .map((code) => document.getElementById(`c-${code}`))
      .filter(Boolean);
  }

  /** Marks what a card can go with, and nothing else. */
  function markPartners(card) {
    game()?.querySelectorAll(".partner").forEach((other) => other.classList.remove("partner"));
    if (card) for (const partner of partners(card)) partner.classList.add("partner");
  }

  /** Sends two cards as a pair, right or wrong, or a king alone: as taps on them would. */
  function send(card, other = null) {
    pick(other && card);
    document.getElementById("board").requestSubmit(other || card);
  }

  /** Whether a click is the second of a double click and another thing lies there by now. */
  function hitsWhatAppeared(event, target) {
    const before = lastClick;
    // The stock keeps its id when a tap on it comes to mean turning the waste over.
    const what = `${target.id} ${target.value}`;
    lastClick = { what, x: event.clientX, y: event.clientY, at: event.timeStamp };
    if (!before || before.what === what || event.detail === 0) return false;
    const quick = !COUNTS_TAPS && event.timeStamp - before.at < DOUBLE_TAP;
    const near = Math.hypot(event.clientX - before.x, event.clientY - before.y) < SAME_PLACE;
    return near && (quick || event.detail > 1);
  }

  const isOff = (element) => element?.getAttribute("aria-disabled") === "true";

  /** Whether the answer to a form is the board again, and no new page. */
  const isLive = (form) => form.hasAttribute("hx-post");

  function onClick(event) {
    const button = event.target.closest("#game button");
    if (!button) return;
    // What does nothing now is sent all the same, for the server to say why; but not to leave
    // this page for it.
    if (isOff(button) && !("card" in button.dataset) && !isLive(button.form)) {
      event.preventDefault();
      return;
    }
    if (hitsWhatAppeared(event, button)) {
      event.preventDefault();
      return;
    }
    if ("card" in button.dataset) onCard(event, button);
  }

  /** Decides whether a tap on a card only picks it, is a move to send, or is nothing. */
  function onCard(event, card) {
    const code = card.dataset.card;
    const first = picked();
    if (card.classList.contains("sent")) {
      event.preventDefault(); // on its way already
    } else if (removal(code)) {
      pick(null); // a king goes alone, whatever was picked
    } else if (first === card) {
      event.preventDefault();
      pick(null);
    } else if (first && (removal(first.dataset.card, code) || card.dataset.state === "free")) {
      // A pair, right or wrong: the server says which, in words.
    } else if (pickable(card) && !first && game().dataset.status !== "won") {
      event.preventDefault();
      pick(card);
    } else if (card.dataset.state !== "free" && !("explain" in document.documentElement.dataset)) {
      event.preventDefault(); // a covered card does nothing, unless mistakes are explained
    }
  }

  // Requests wait for each other. When its turn comes, each acts on the board as it is by then,
  // or is dropped if what was meant is not there any more.

  const pending = new Set();

  function onConfig(event) {
    if (event.detail.ctx.target?.id !== "game") return;
    if (pending.size >= QUEUE_LIMIT) {
      event.preventDefault();
      return;
    }
    const { ctx } = event.detail;
    ctx.meant = meaning(ctx.request.body);
    ctx.isRefused = isGone(ctx);
    // Once is enough to be told no: presses in vain must not be in the way of a move.
    const waiting = [...pending];
    const control = controlOf(ctx.sourceElement);
    if (
      ctx.isRefused &&
      waiting.every(({ isRefused }) => isRefused) &&
      waiting.some((each) => controlOf(each.sourceElement) === control)
    ) {
      event.preventDefault();
      return;
    }
    pending.add(ctx);
    markSent();
    // What is sent is picked no longer: the next tap begins anew while the answer is on its way.
    if (ctx.meant !== null) pick(null);
  }

  /** What was pressed: the button of a form, or the link itself. */
  const controlOf = (source) =>
    (source.matches("form") && source.querySelector("[data-action]")) || source;

  /** Whether what is asked for can't be done on the board as it lies there. */
  const isGone = ({ meant, sourceElement }) =>
    (meant && !legal().has(meant)) || isOff(controlOf(sourceElement));

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

  /** The move that a form's fields stand for, as data-legal would have it; "" for a refusal. */
  function meaning(body) {
    const fields = new URLSearchParams(body);
    const codes = [...fields.getAll("cards")];
    if (fields.get("move")) return fields.get("move");
    if (!codes.length) return null;
    const first = fields.get("pick");
    return removal(codes[0]) || (first && removal(first, codes[0])) || "";
  }

  function onBefore(event) {
    const { ctx } = event.detail;
    if (ctx.target?.id !== "game") return;
    // What could be done when it was asked for, and can't any more, was meant for another board.
    if (isGone(ctx) && !ctx.isRefused) {
      event.preventDefault();
      return;
    }
    if (ctx.request.body instanceof URLSearchParams && ctx.request.body.has("ply")) {
      ctx.request.body.set("ply", game().dataset.ply);
    }
  }

  /** Whether an event is about a new board; the page also asks for verdicts and the like. */
  const isOfBoard = (event) => event.detail.ctx?.target?.id === "game";

  function onBeforeSwap(event) {
    if (!isOfBoard(event)) return;
    const { ctx, tasks } = event.detail;
    // A board that is found as it was is no news for the ear.
    const found = tasks.find(({ type }) => type === "main")?.fragment.querySelector("#game");
    if (ctx.isRefresh && found?.dataset.ply === game()?.dataset.ply) {
      tasks.splice(0, tasks.length, ...tasks.filter(({ type }) => type === "main"));
    }
    document.dispatchEvent(new CustomEvent("pyramid:before"));
  }

  function onAfterSwap(event) {
    if (!isOfBoard(event) || !game()) return;
    pending.delete(event.detail.ctx);
    markSent();
    // A card that was picked while the answer was on its way stays picked, if it still can be.
    const kept = chosen ? document.getElementById(`c-${chosen}`) : null;
    pick(kept && pickable(kept) ? kept : picked());
    const unchanged = failedAt === game().dataset.ply;
    failedAt = null;
    if (unchanged && event.detail.ctx.isRefresh) showFailure();
    document.dispatchEvent(new CustomEvent("pyramid:board"));
  }

  function onFinally(event) {
    pending.delete(event.detail.ctx);
    markSent();
    if (isOfBoard(event)) document.dispatchEvent(new CustomEvent("pyramid:settled"));
  }

  function onFailure(event) {
    if (!isOfBoard(event) || !game()) return;
    say(showFailure());
    pick(null);
    if (event.detail.ctx.isRefresh) return;
    // Whether it arrived before it failed is not known here: the board is asked for again.
    failedAt = game().dataset.ply;
    if (navigator.onLine) setTimeout(refresh, REFRESH);
  }

  let failedAt = null; // the board on which the last request failed

  function showFailure() {
    const line = game().querySelector(".last");
    const text = document.getElementById(navigator.onLine ? "text-failed" : "text-offline");
    line.textContent = text.content.textContent;
    line.dataset.kind = "warning";
    return line.textContent;
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

  /** Puts a text into the live region as a new node, so that an equal one is heard again. */
  function say(text) {
    const span = document.createElement("span");
    span.textContent = text;
    document.getElementById("said")?.replaceChildren(span);
  }

  document.addEventListener("click", onClick, true);
  // A key that is held down acts once; browsers press what has the focus again and again for Enter.
  document.addEventListener("keydown", (event) => {
    if (event.repeat && event.key === "Enter") event.preventDefault();
  });
  document.addEventListener("htmx:config:request", onConfig);
  document.addEventListener("htmx:before:request", onBefore);
  document.addEventListener("htmx:before:swap", onBeforeSwap);
  document.addEventListener("htmx:after:swap", onAfterSwap);
  document.addEventListener("htmx:finally:request", onFinally);
  document.addEventListener("htmx:error", onFailure);
  document.addEventListener("htmx:response:error", (event) => {
    if (event.detail.ctx.response.status >= 500) onFailure(event);
  });
  window.addEventListener("online", () => {
    failedAt = null;
    refresh();
  });

  // A browser makes code ready when it is first run, which would make the first move a slow one:
  // while nobody waits, a part of the page that nobody sees is swapped as a board will be.
  async function rehearse() {
    const stage = document.createElement("div");
    stage.hidden = true;
    stage.id = "rehearsal";
    document.body.append(stage);
    for (const name of ["first", "second", "first"]) {
      const form = `<form id="${name}-part" hx-post="/"><input value="${name}"></form>`;
      const text = `<div id="rehearsal" class="${name}" hidden><p>${name}</p>${form}</div>`;
      await window.htmx.swap({ sourceElement: stage, target: stage, text, swap: "outerMorph" });
    }
    stage.remove();
  }
  const whenIdle = window.requestIdleCallback ?? setTimeout;
  window.addEventListener("load", () => whenIdle(rehearse));

  // A page from the back/forward cache shows the board as it was: ask for the one that is.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });

  window.pyramid = { game, pick, picked, partners, markPartners, removal, send, say };
})();
