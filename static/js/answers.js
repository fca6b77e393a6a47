// Only an answer of ours is put into the page.
//
// What asks is a part of the page with an id, and its answer has that part as its outermost
// element, or the table. A page that something between here and the server sends in its place, as
// a proxy or a sign-in does, has neither: the request has failed then, and the page stays as it is.
// A part that was asked for is asked for again, each time after a longer pause.

"use strict";

(() => {
  const FIRST_PAUSE = 1500; // ms until something is asked for again
  const LONGEST_PAUSE = 30_000; // ms
  const GONE = 404; // there is nothing to keep: the answer takes the place of all

  const words = (name) =>
    document.getElementById(`text-${name}`)?.content.textContent.trim() ?? "";

  /** How long to wait before asking for the time after `failures` times in vain. */
  const pauseAfter = (failures) => Math.min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE);

  /** The element that an answer to a request goes into, whatever it was told as. */
  const targetOf = ({ target }) =>
    typeof target === "string" ? document.querySelector(target) : target;

  /** The outermost element of an answer that a selector finds; no whole page has one. */
  const outermost = (answer, selector) =>
    [...(answer?.children ?? [])].find((element) => element.matches(selector));

  /** Lets the main part of an answer take the place of an element. */
  function putInto(event, element) {
    const { ctx, tasks } = event.detail;
    const main = tasks.find(({ type }) => type === "main");
    ctx.target = element;
    main.target = element;
    main.swapSpec = { ...main.swapSpec, style: "outerMorph" };
  }

  /** Why there is no answer: `status` is that of what came in its place, 0 if nothing did. */
  function why(status = 0) {
    if (!navigator.onLine) return words("offline");
    const isForeign = (status >= 200 && status < 300) || [401, 403, 407].includes(status);
    return words(isForeign ? "foreign" : "failed");
  }

  function onBeforeSwap(event) {
    const { ctx, tasks } = event.detail;
    if (!ctx.response) return; // no request was made for it
    const answer = tasks.find(({ type }) => type === "main")?.fragment;
    const fault = outermost(answer, 'main[data-status="error"]');
    const table = outermost(answer, "main#game[data-ply]");
    const target = targetOf(ctx);
    if (fault && ctx.response.status === GONE) {
      putInto(event, document.querySelector("main"));
    } else if (ctx.response.status < 500 && table && window.pyramid.game?.()) {
      putInto(event, window.pyramid.game());
    } else if (fault || ctx.response.status >= 500 || !outermost(answer, `#${CSS.escape(target?.id)}`)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      const own = fault?.querySelector("p")?.textContent.trim();
      fail(ctx, own || (isOfPart(ctx) ? words("again") : why(ctx.response.status)));
    }
  }

  function fail(ctx, text) {
    document.dispatchEvent(new CustomEvent("pyramid:failed", { detail: { ctx, text } }));
  }

  // Parts that are asked for again, by their ids

  const failures = new Map(); // how often in a row
  const timers = new Map();

  /** Whether a request is for a part of the page that may be asked for again unasked. */
  const isOfPart = ({ request, target, sourceElement }) =>
    request.method === "GET" && (target?.id !== "game" || sourceElement.id === "hint-poll");

  function onFailed({ detail: { ctx, text } }) {
    if (!ctx || !isOfPart(ctx)) return;
    const count = (failures.get(ctx.part) ?? 0) + 1;
    failures.set(ctx.part, count);
    clearTimeout(timers.get(ctx.part));
    timers.set(ctx.part, setTimeout(askAgain, pauseAfter(count), ctx));
    // It is told once, not each time anew.
    if (count === 1) window.pyramid.note(text);
  }

  function askAgain({ sourceElement: source, target, swap, request: { action } }) {
    if (!source.isConnected || !target.isConnected) return;
    // What asks by itself may have come to ask something else meanwhile.
    const asks = source.hasAttribute("hx-trigger") ? source.getAttribute("hx-get") : action;
    if (asks === action) window.htmx.ajax("GET", action, { source, target, swap });
  }

  function onConfig({ detail: { ctx } }) {
    ctx.part = ctx.sourceElement.id === "hint-poll" ? "hint-poll" : ctx.target?.id;
    clearTimeout(timers.get(ctx.part));
  }

  function onAfterSwap({ detail: { ctx } }) {
    if (ctx.response && failures.delete(ctx.part)) window.pyramid.unnote();
  }

  // A line for what has to be said, on pages that have no place for it.

  const toast = document.createElement("p");
  toast.className = "toast";
  toast.setAttribute("role", "status");
  // At the table there is one, and a line for the ear (see queue.js).
  if (!document.getElementById("said")) document.body.append(toast);

  const note = (text) => toast.replaceChildren(text);
  const unnote = () => toast.replaceChildren();

  document.addEventListener("htmx:before:swap", onBeforeSwap);
  document.addEventListener("htmx:config:request", onConfig);
  document.addEventListener("htmx:after:swap", onAfterSwap);
  document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
    if (ctx?.request) fail(ctx, isOfPart(ctx) ? words("again") : why());
  });
  document.addEventListener("pyramid:failed", onFailed);

  window.pyramid = { note, unnote, pauseAfter, targetOf, why, words };
})();
