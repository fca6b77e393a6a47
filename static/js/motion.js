// What moved, shown moving: copies fly from where a card lay to where it lies now.
//
// The board itself is the new one at once, so nothing waits for a copy: no click, no key, no
// layout. A card whose copy is still flying is there, only not yet seen.

"use strict";

(() => {
  const { game } = window.pyramid;
  const FLY = 200; // ms
  const TURN = 160; // ms
  const MOST = 16; // more cards than that moving at once are no picture any more
  const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");

  let before = null; // the board before the swap
  let frame = 0; // the frame that begins the flights, if one has been asked for
  let flying = []; // the copies in the air
  let hidden = []; // animations that keep cards unseen while their copies fly

  const layer = document.createElement("div");
  layer.id = "flights";
  layer.setAttribute("aria-hidden", "true");
  document.body.append(layer);

  /** A copy of a card's face, or of the back of one, without any of its marks. */
  function copyOf(card) {
    const copy = document.createElement("span");
    copy.className = card ? "card" : "card back";
    if (!card) return copy;
    copy.dataset.suit = card.dataset.suit;
    copy.dataset.face = card.dataset.face;
    copy.append(...[...card.querySelectorAll("svg")].map((part) => part.cloneNode(true)));
    return copy;
  }

  function placeOf(element) {
    if (element.closest("#removed")) return "removed";
    if (element.classList.contains("under")) return "under";
    return element.dataset.place;
  }

  /** Everything that shows a face, and where, measured in one go. */
  function look() {
    const root = game();
    const stock = document.getElementById("draw");
    const pile = document.getElementById("removed");
    if (!stock || !pile) return null;
    const top = document.querySelector("#stock-pile .card") || stock;
    const faces = new Map();
    for (const element of root.querySelectorAll("[data-face]")) {
      const place = placeOf(element);
      faces.set(element.dataset.face, { element, place, box: element.getBoundingClientRect() });
    }
    return {
      faces,
      stock: top.getBoundingClientRect(),
      pile: pile.firstElementChild.getBoundingClientRect(),
      stockCount: Number(stock.dataset.count),
      removedCount: Number(pile.dataset.count),
    };
  }

  /** Lets every copy be where it flies to. */
  function land() {
    // A cancelled flight never finishes, so that it can't land those that began after it.
    for (const animation of [...flying.map((each) => each.animation), ...hidden]) animation.cancel();
    for (const { flight } of flying) flight.remove();
    flying = [];
    hidden = [];
    document.documentElement.classList.remove("landing");
  }

  function onBefore({ detail: { ctx } }) {
    land();
    cancelAnimationFrame(frame);
    before = null;
    if (lessMotion.matches || document.hidden) return;
    before = look();
    // The faces that are only looked at are reused for others by the swap.
    for (const face of before?.faces.values() || []) {
      if (!("card" in face.element.dataset)) face.copy = copyOf(face.element);
    }
    if (before) takeOver(ctx);
  }

  /** Lets flights go on from where those have come to that began with the tap (see ahead.js). */
  function takeOver(ctx) {
    for (const { code, box } of window.pyramid.ahead(ctx)) {
      const face = before.faces.get(code);
      if (face) Object.assign(face, { box, isAhead: true });
      else if (!code) before.stock = box;
    }
  }

  function onBoard() {
    if (!before || lessMotion.matches) return;
    const after = look();
    const flights = after ? [...coming(after), ...going(after)] : [];
    before = null;
    if (!flights.length || flights.length > MOST) return;
    for (const { hides, time } of flights) {
      if (hides) hidden.push(hides.animate({ opacity: [0, 0] }, { duration: time }));
    }
    flying = flights.map(fly);
    // The panel of a win comes when the last card has landed.
    document.documentElement.classList.add("landing");
    Promise.all(flying.map(({ animation }) => animation.finished)).then(land, () => {});
  }

  /** The flights of what lies somewhere else now, or has come to be seen. */
  function* coming(after) {
    const turned = after.stockCount < before.stockCount;
    const returned = after.removedCount < before.removedCount;
    for (const [code, { element, place, box }] of after.faces) {
      const was = before.faces.get(code);
      const flight = { element, to: box, hides: element, turn: 0, time: FLY };
      if (was) {
        const moved = !was.isAhead && was.place !== place;
        if (moved || far(was.box, box)) yield { ...flight, from: was.box };
      } else if (returned && place !== "removed" && place !== "under") {
        yield { ...flight, from: before.pile };
      } else if (turned && place !== "removed" && !place.startsWith("r")) {
        yield { ...flight, from: place === "stock" ? box : before.stock, turn: 1, time: TURN };
      }
    }
  }

  /** The flights of what is seen no longer: back into the stock, or covered by what comes. */
  function* going(after) {
    const back = after.stockCount > before.stockCount;
    const time = after.stockCount === before.stockCount ? FLY : TURN;
    for (const [code, { element, place, box, copy, isAhead }] of before.faces) {
      if (after.faces.has(code)) continue;
      // It lies there already, or the next board has it somewhere else.
      if (isAhead && !far(box, back ? after.stock : after.pile)) continue;
      const flight = { element, copy, from: box, to: box, turn: 0, time, below: true };
      if (back && ["waste", "under", "drawn"].includes(place)) {
        yield { ...flight, to: after.stock, turn: -1, below: place === "under" };
      } else if (place.startsWith("r") && place !== "removed") {
        yield { ...flight, to: after.pile, below: false };
      } else {
        yield flight; // what comes to lie on it has not landed yet
      }
    }
  }

  function far(one, other) {
    return Math.hypot(one.left - other.left, one.top - other.top) > other.width / 4;
  }

  /**
   * Lets a copy of a card fly from one box to another; without an element, the back of one. It
   * lies there afterwards, until its `flight` is removed.
   */
  function fly({ element, copy, from, to, turn, time, below }) {
    const flight = document.createElement("span");
    flight.className = "flight";
    flight.style.translate = `${to.left}px ${to.top}px`;
    flight.style.setProperty("--w", `${to.width}px`);
    flight.style.setProperty("--ratio", to.height / to.width);
    if (element || copy) flight.append(copy || copyOf(element));
    if (turn || !flight.firstChild) flight.append(copyOf(null));
    if (below) layer.prepend(flight);
    else layer.append(flight);
    const move = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
    const still = element || copy ? 0 : 180;
    const [first, last] = { 0: [still, still], 1: [-180, 0], "-1": [0, 180] }[turn];
    const turning = (angle) => (turn || angle ? ` perspective(60rem) rotateY(${angle}deg)` : "");
    const animation = flight.animate(
      [
        { transform: move + turning(first) },
        { transform: `translate(0, 0)${turning(last)}` },
      ],
      { duration: time, easing: "cubic-bezier(0.3, 0.1, 0.3, 1)", fill: "both" },
    );
    return { flight, animation };
  }

  // A card that is taken up before its copy has landed is seen at once.
  function onTouch(event) {
    const card = event.target.closest?.("#game button");
    if (card && hidden.some((animation) => animation.effect?.target === card)) land();
  }

  document.addEventListener("pyramid:before", onBefore);
  // With the next frame, before anything of the new board is painted.
  document.addEventListener("pyramid:board", () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(onBoard);
  });
  document.addEventListener("pointerdown", onTouch, true);
  document.addEventListener("keydown", onTouch, true);
  document.addEventListener("visibilitychange", land);
  window.addEventListener("resize", land);

  Object.assign(window.pyramid, { fly, FLY, TURN, ahead: () => [] });
})();
