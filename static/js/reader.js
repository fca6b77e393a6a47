// For the ear: what the keys to read aloud say (see keys.js), and a verdict that has changed.

"use strict";

(() => {
  const { game, picked } = window.pyramid;

  const label = (element) => element?.getAttribute("aria-label") || "";
  const sentences = (parts) =>
    parts
      .filter(Boolean)
      .map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`))
      .join(" ");

  /** The waste, and the drawn card where the rules have one. */
  function waste() {
    const cards = [...game().querySelectorAll('[data-place="drawn"], [data-place="waste"]')];
    const named = cards.map(label);
    const empty = !game().querySelector('[data-place="waste"]');
    return sentences([...named, empty && label(document.getElementById("waste-pile"))]);
  }

  /** Every card in play. */
  function free() {
    return game().querySelector(".pyramid").dataset.inPlay;
  }

  /** The counters, the piles, the picked card, the verdict. */
  function state() {
    const counters = [...game().querySelectorAll(".stats > div")].map(
      (each) => `${each.querySelector("dt").textContent}: ${each.querySelector("dd").textContent}`,
    );
    return sentences([
      ...counters,
      label(document.getElementById("draw")),
      waste(),
      label(document.getElementById("removed")),
      label(picked()),
      verdictText(),
      document.querySelector("#panel-title, #panel summary")?.textContent,
    ]);
  }

  const verdictText = () => document.querySelector("#verdict > span")?.textContent || "";

  // A verdict that comes with the board is in no message: it is said when it has changed.
  const verdictSaid = () => document.getElementById("verdict")?.dataset.said || "";
  let known = verdictSaid();

  function onBoard() {
    const now = verdictSaid();
    const region = document.getElementById("said");
    if (now && now !== known && !region.textContent.includes(now)) {
      const text = document.createElement("span");
      text.textContent = ` ${now}`;
      region.append(text);
    }
    known = now;
  }

  window.pyramid.read = { waste, free, state };
  document.addEventListener("pyramid:board", onBoard);
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx } = event.detail;
    if (ctx?.target?.id !== "verdict") return;
    // A verdict on a board that has changed meanwhile says nothing of the one that lies there.
    const ply = new URL(ctx.request.action, location.href).searchParams.get("ply");
    if (ply !== window.pyramid.game().dataset.ply) event.preventDefault();
  });
  document.addEventListener("htmx:after:swap", (event) => {
    if (event.detail.ctx?.target?.id === "verdict") known = verdictSaid();
  });
})();
