// What is asked for is shown at once: its cards fly with the tap, and the answer settles what lies
// there.
//
// A card that has flown is unseen where it was, and its copy lies where it will be, until the
// answer is there: the flights of the new board then go on from the copies (see motion.js). Where
// there is no answer, or another one, the cards come back. Of a drawn card only the back is known.

"use strict";

(() => {
  const { game, cardsOf, fly, FLY, TURN } = window.pyramid;
  const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");

  const waiting = new Map(); // the copies of each request that has no answer yet

  const box = (element) => element.getBoundingClientRect();
  const cardAt = (code) => document.getElementById(`c-${code}`);
  const faceIn = (pile, code) => document.querySelector(`#${pile} [data-face="${code}"]`);
  /** What is seen of a pile: its top card, or its place. */
  const topOf = (pile) =>
    document.querySelector(`#${pile} > [data-card]`) ||
    document.querySelector(`#${pile} > :first-child`);
  const stockTop = () => document.querySelector("#stock-pile .card") || document.getElementById("draw");

  /** How many requests before this one mean the same. */
  const alike = (meant) => [...waiting.keys()].filter((each) => each.meant === meant).length;

  /** What flies: a card by its code and where it is to be found, or the back of one. */
  function* planned(ctx) {
    const control = ctx.sourceElement.querySelector?.("[data-action]")?.dataset.action;
    if (ctx.meant === "draw") yield* drawing();
    else if (ctx.meant === "recycle") yield* recycling();
    else if (ctx.meant) yield* removing(cardsOf(ctx.meant));
    // What comes back is known of the board that lies there, not of the next ones.
    else if (control === "undo" && !waiting.size) yield* undoing(game().dataset.undo);
  }

  /** Where the last two removed cards lie: the last one on top, the one before under it. */
  function removedPlaces() {
    const pile = document.getElementById("removed");
    const faces = pile.querySelectorAll("[data-face]");
    const [all, top] = [pile, faces[faces.length - 1] ?? topOf("removed")].map(box);
    const left = top.left - all.left > 1 ? all.left : all.right - top.width;
    return [top, faces.length > 1 ? box(faces[0]) : new DOMRect(left, top.top, top.width, top.height)];
  }

  /** Of a pair the first card comes to lie on the second. */
  function* removing(codes) {
    const places = removedPlaces();
    for (const number of codes.map((_, index) => index).reverse()) {
      const code = codes[number];
      yield { code, find: () => cardAt(code), to: places[number], time: FLY };
    }
  }

  function* drawing() {
    const stock = document.getElementById("draw");
    if (Number(stock.dataset.count) <= alike("draw")) return;
    const slot = document.getElementById("drawn-pile");
    const drawn = slot?.querySelector("[data-card]");
    const to = box(topOf(slot ? "drawn-pile" : "waste-pile"));
    const open = document.querySelector("#stock-pile [data-card]");
    if (drawn && !alike("draw")) {
      const code = drawn.dataset.card;
      yield { code, find: () => cardAt(code), to: box(topOf("waste-pile")), time: TURN };
    }
    if (open && !alike("draw")) {
      const code = open.dataset.card;
      yield { code, find: () => cardAt(code), to, time: TURN };
    } else if (!open) {
      yield { code: "", find: () => null, from: box(stockTop()), to, time: TURN };
    }
  }

  function* recycling() {
    const to = box(document.getElementById("draw"));
    for (const pile of ["waste-pile", "drawn-pile"]) {
      for (const { dataset } of document.querySelectorAll(`#${pile} > [data-face]`)) {
        const code = dataset.face;
        yield { code, find: () => faceIn(pile, code), to, time: TURN, turn: -1 };
      }
    }
  }

  function* undoing(what) {
    if (what === "draw") {
      const card = topOf("drawn-pile") || topOf("waste-pile");
      if (!card?.dataset.card) return;
      const code = card.dataset.card;
      const turn = document.querySelector(".open-stock") ? 0 : -1;
      yield { code, find: () => cardAt(code), to: box(stockTop()), time: TURN, turn };
    } else if (what !== "recycle") {
      for (const each of what.split(" ").filter(Boolean)) {
        const [code, place] = each.split("@");
        const to = document.getElementById(`hole-${place}`) || topOf(`${place}-pile`);
        if (to) yield { code, find: () => faceIn("removed", code), to: box(to), time: FLY };
      }
    }
  }

  function onSent({ detail: { ctx } }) {
    const shows = !ctx.isRefused && !lessMotion.matches && !document.hidden;
    const copies = [];
    for (const plan of shows ? planned(ctx) : []) {
      const element = plan.find();
      if (plan.code && (!element || element.classList.contains("away"))) continue;
      const from = plan.from || box(element);
      copies.push({ ...plan, ...fly({ turn: 0, ...plan, element, from }) });
    }
    waiting.set(ctx, copies);
    hide();
  }

  /** Lets what has flown be unseen where it lay; a new board knows nothing of it. */
  function hide() {
    const away = new Set([...waiting.values()].flat().map(({ find }) => find()));
    for (const element of document.querySelectorAll(".away")) {
      if (!away.has(element)) element.classList.remove("away");
    }
    for (const element of away) element?.classList.add("away");
  }

  /** Where the copies of a request are, for what is to fly on from there. */
  window.pyramid.ahead = (ctx) =>
    (waiting.get(ctx) ?? []).map(({ code, flight }) => ({ code, box: box(flight) }));

  function onBoard({ detail: { ctx } }) {
    for (const { flight } of waiting.get(ctx) ?? []) flight.remove();
    waiting.delete(ctx);
    hide();
  }

  /** Without a board in answer the cards come back to where they are. */
  function onSettled({ detail: { ctx } }) {
    const copies = waiting.get(ctx);
    if (!copies) return;
    waiting.set(ctx, copies.map(comingBack));
    Promise.allSettled(waiting.get(ctx).map(({ animation }) => animation.finished)).then(() =>
      onBoard({ detail: { ctx } }),
    );
  }

  function comingBack(copy) {
    const { flight, from: start } = copy;
    const element = copy.find();
    for (const animation of element?.getAnimations() ?? []) animation.cancel();
    const from = box(flight);
    const back = fly({ element, from, to: element ? box(element) : start ?? from, turn: 0, time: FLY });
    flight.remove();
    return { ...copy, ...back };
  }

  function landAll() {
    for (const ctx of [...waiting.keys()]) {
      for (const { flight } of waiting.get(ctx)) flight.remove();
      waiting.set(ctx, []);
    }
    hide();
  }

  document.addEventListener("pyramid:sent", onSent);
  document.addEventListener("pyramid:board", onBoard);
  document.addEventListener("pyramid:settled", onSettled);
  for (const name of ["resize", "pagehide"]) window.addEventListener(name, landAll);
})();
