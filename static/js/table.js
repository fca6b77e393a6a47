// Picking cards, and what a tap on the table means.
//
// The page knows no rules: #game carries every legal move in data-legal, and what is sent is
// answered with the board as the server has it (see queue.js). Without this file each tap is a form
// of its own.

"use strict";

(() => {
  const SAME_PLACE = 12; // px: a second click of a double click lands this near the first
  const DOUBLE_TAP = 350; // ms
  const SHOWN = 700; // ms that what lies on a card is pointed out
  const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
  const DOUBLE = 2; // clicks; who clicks on means to
  let lastClick = null; // with how many there are in its series, and what the first was on

  let waits = null; // the code of a covered card that was tapped while an answer was on its way

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

  /** Picks on a new board what was picked on the old one, if it still can be, else what it picks. */
  function pickAgain() {
    const kept = chosen ? document.getElementById(`c-${chosen}`) : null;
    pick(kept && pickable(kept) ? kept : picked());
  }

  /** Sends two cards as a pair, right or wrong, or a king alone: as taps on them would. */
  function send(card, other = null) {
    pick(other && card);
    document.getElementById("board").requestSubmit(other || card);
  }

  /** What a click is on. The stock keeps its id when a tap on it comes to mean something else. */
  const meantBy = ({ id, value, dataset, href }) =>
    [id, value, dataset.action, dataset.panel, id ? "" : href].join(" ");

  /**
   * Whether a click goes on from the one before, as the second of a double click does. Clicks of a
   * mouse are counted by the browser. Taps are not in all of them: there the time has to tell.
   */
  function goesOn(event) {
    if (!lastClick || Math.hypot(event.clientX - lastClick.x, event.clientY - lastClick.y) >= SAME_PLACE) {
      return false;
    }
    const isCounted = event.pointerType === "mouse" && !("GestureEvent" in window);
    return event.detail > 1 || (!isCounted && event.timeStamp - lastClick.at < DOUBLE_TAP);
  }

  /** Whether a click is one of several on one place, and another thing has come to lie there. */
  function hitsWhatAppeared(event, target) {
    if (event.detail === 0) return false; // of a key
    const [what, before] = goesOn(event) ? [lastClick.what, lastClick.count] : [meantBy(target), 0];
    lastClick = { what, count: before + 1, x: event.clientX, y: event.clientY, at: event.timeStamp };
    return what !== meantBy(target) && !(lastClick.count > DOUBLE && turnsOn(what, target));
  }

  /** Whether steady clicks on the stock go on: turning it over costs nothing there. */
  const turnsOn = (what, target) =>
    target.id === "draw" && what.startsWith("draw ") && !target.querySelector('[data-stat="pass"]');

  const isOff = (element) => element?.getAttribute("aria-disabled") === "true";

  /** Whether the answer to a form is the board again, and no new page. */
  const isLive = (form) => form.hasAttribute("hx-post");

  function onClick(event) {
    const button = event.target.closest("#game button, #game a");
    if (!button) {
      // The felt lets go of what was picked.
      if (event.target.closest("#board") && picked()) pick(null);
      return;
    }
    // What does nothing now is sent all the same, for the server to say why; but not to leave
    // this page for it.
    if (isOff(button) && button.form && !("card" in button.dataset) && !isLive(button.form)) {
      event.preventDefault();
      return;
    }
    if (hitsWhatAppeared(event, button)) {
      event.preventDefault();
      return;
    }
    if ("card" in button.dataset) onCard(event, button);
  }

  /** The cards that lie on one of the pyramid: in the row below, left and right of it. */
  function coversOf({ dataset: { place } }) {
    const [row, column] = place.match(/\d+/g).map(Number);
    return [column, column + 1]
      .map((each) => game().querySelector(`[data-place="r${row + 1}c${each}"]`))
      .filter(Boolean);
  }

  /** Shows that a covered card is held, and by what. */
  function shake(card) {
    for (const each of coversOf(card)) {
      each.classList.add("covers");
      setTimeout(() => each.classList.remove("covers"), SHOWN);
    }
    if (lessMotion.matches) return;
    const away = (part) => ({ translate: `${part}% 0` });
    card.animate([0, -5, 5, -5, 5, 0].map(away), { duration: 300, easing: "ease-in-out" });
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
      if (document.documentElement.classList.contains("busy")) waits = code;
      else shake(card);
    }
  }

  /** A card that was tapped before the answer that lays it free: the tap counts from then on. */
  function onBoard() {
    const card = waits && document.getElementById(`c-${waits}`);
    const isFree = card?.dataset.state === "free";
    if (isFree || !document.documentElement.classList.contains("busy")) waits = null;
    if (isFree) card.click();
  }

  document.addEventListener("click", onClick, true);
  document.addEventListener("pyramid:board", onBoard);
  // A key that is held down acts once; browsers press what has the focus again and again for Enter.
  document.addEventListener("keydown", (event) => {
    if (event.repeat && event.key === "Enter") event.preventDefault();
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

  const board = { game, legal, cardsOf, removal, isOff, pick, picked, pickAgain, partners };
  Object.assign(window.pyramid, board, { markPartners, send });
})();
