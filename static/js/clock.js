// The clock between two answers: it runs as the server's does, and stands still when that does.

"use strict";

(() => {
  let shownAt = performance.now();

  function written(seconds) {
    const two = (number) => String(number).padStart(2, "0");
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60;
    const rest = two(seconds % 60);
    return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
  }

  function tick() {
    const game = document.getElementById("game");
    const field = game?.querySelector('[data-stat="time"]');
    if (!field || !("running" in game.dataset)) return;
    const since = (performance.now() - shownAt) / 1000;
    const idle = Number(game.dataset.idle);
    // Seconds without an action after which time no longer counts.
    const pause = Number(game.dataset.pause);
    const counted = Math.min(since, Math.max(0, pause - idle));
    const text = written(Math.floor(Number(game.dataset.seconds) + counted));
    if (field.textContent !== text) field.textContent = text;
    field.parentElement.classList.toggle("paused", idle + since >= pause);
  }

  document.addEventListener("pyramid:board", () => {
    shownAt = performance.now();
    tick();
  });
  setInterval(tick, 500);
})();
