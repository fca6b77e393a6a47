// Picking cards, and sending moves one after the other.
//
// The page knows no rules: #game carries every legal move in data-legal, and what is sent is
// answered with the board as the server has it. Without this file each tap is a form of its own.

"use strict";

(() => {
  const QUEUE_LIMIT = 20;
  const SAME_PLACE = 12; // px: a second click of a double click lands this near the first
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

  /** Marks a card as picked, or none; no request is needed for that. */
  function pick(card) {
    const root = game();
    if (!root) return;
    root.querySelectorAll('[aria-pressed="true"]').forEach((other) => {
      if (other !== card) other.setAttribute("aria-pressed", "false");
    });
    root.querySelectorAll(".partner").forEach((other) => other.classList.remove("partner"));
    card?.setAttribute("aria-pressed", "true");
    const field = root.querySelector('#board [name="pick"]');
    if (field) field.value = card?.dataset.card || "";
    if (card && "partners" in document.documentElement.dataset) markPartners(card.dataset.card);
  }

  function markPartners(code) {
    for (const move of legal()) {
      const cards = isRemoval(move) ? cardsOf(move) : [];
      if (cards.length !== 2 || !cards.includes(code)) continue;
      const partner = cards[0] === code ? cards[1] : cards[0];
      document.getElementById(`c-${partner}`)?.classList.add("partner");
    }
  }

  /** Whether a click is the second of a double click and another thing lies there by now. */
  function hitsWhatAppeared(event, target) {
    const before = lastClick;
    lastClick = { target: target.id, x: event.clientX, y: event.clientY };
    return (
      event.detail > 1 &&
      before !== null &&
      before.target !== target.id &&
      Math.hypot(event.clientX - before.x, event.clientY - before.y) < SAME_PLACE
    );
  }

  function onClick(event) {
    const button = event.target.closest("#game button");
    if (!button) return;
    if (button.getAttribute("aria-disabled") === "true" && !("card" in button.dataset)) {
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
    if (removal(code)) {
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

  let waiting = 0;

  function onConfig(event) {
    if (event.detail.ctx.target?.id !== "game") return;
    if (waiting >= QUEUE_LIMIT) {
      event.preventDefault();
      return;
    }
    waiting += 1;
    const { ctx } = event.detail;
    ctx.meant = meaning(ctx.request.body);
    // What is sent is picked no longer: the next tap begins anew while the answer is on its way.
    for (const code of cardsOf(isRemoval(ctx.meant || "") ? ctx.meant : "")) {
      document.getElementById(`c-${code}`)?.classList.add("sent");
    }
    if (ctx.meant !== null) pick(null);
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
    const { meant } = ctx;
    const control = ctx.sourceElement.querySelector("[data-action]");
    const gone =
      (meant && !legal().has(meant)) || control?.getAttribute("aria-disabled") === "true";
    if (gone) {
      event.preventDefault();
      return;
    }
    if (ctx.request.body instanceof URLSearchParams && ctx.request.body.has("ply")) {
      ctx.request.body.set("ply", game().dataset.ply);
    }
    document.documentElement.classList.add("busy");
  }

  let keptPick = null;

  function onBeforeSwap() {
    keptPick = picked()?.dataset.card || null;
  }

  function onAfterSwap() {
    if (!game()) return;
    document.dispatchEvent(new CustomEvent("pyramid:board"));
    // A card that was picked while the answer was on its way stays picked, if it still can be.
    const kept = keptPick ? document.getElementById(`c-${keptPick}`) : null;
    pick(kept && pickable(kept) ? kept : picked());
  }

  function onFinally(event) {
    if (event.detail.ctx.target?.id !== "game" || event.detail.ctx.meant === undefined) return;
    waiting = Math.max(0, waiting - 1);
    if (!waiting) document.documentElement.classList.remove("busy");
  }

  function onFailure() {
    const root = game();
    const line = root?.querySelector(".last");
    const text = document.getElementById(navigator.onLine ? "text-failed" : "text-offline");
    if (line && text) {
      line.textContent = text.content.textContent;
      line.dataset.kind = "warning";
      say(text.content.textContent);
    }
    pick(null);
  }

  /** Puts a text into the live region as a new node, so that an equal one is heard again. */
  function say(text) {
    const span = document.createElement("span");
    span.textContent = text;
    document.getElementById("said")?.replaceChildren(span);
  }

  document.addEventListener("click", onClick, true);
  document.addEventListener("htmx:config:request", onConfig);
  document.addEventListener("htmx:before:request", onBefore);
  document.addEventListener("htmx:before:swap", onBeforeSwap);
  document.addEventListener("htmx:after:swap", onAfterSwap);
  document.addEventListener("htmx:finally:request", onFinally);
  document.addEventListener("htmx:error", onFailure);
  document.addEventListener("htmx:response:error", (event) => {
    if (event.detail.ctx.response.status >= 500) onFailure();
  });

  // A page from the back/forward cache shows the board as it was: ask for the one that is.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });

  window.pyramid = { game, legal, pick, picked, removal, say };
})();
