// The steps of a game looked back on, one after the other: it plays by pressing "Step on" until
// there is no further step. Without scripts the links are all there is, and all that is needed.

"use strict";

(() => {
  const PACE = 1200; // ms from a step to the next
  const button = () => document.getElementById("play-steps");
  let timer = 0;
  let shown = null; // the step that was pressed on from: its answer may take longer than a pace

  /** Shows whether it plays; the button is drawn anew with every step. */
  function show() {
    const it = button();
    if (!it) return;
    it.hidden = false;
    it.dataset.name ??= it.getAttribute("aria-label");
    it.setAttribute("aria-label", timer ? it.dataset.playing : it.dataset.name);
    it.classList.toggle("playing", Boolean(timer));
    const isAtEnd = !timer && !document.querySelector("#step-on[href]");
    if (isAtEnd && !document.querySelector("#step-first[href]")) it.setAttribute("aria-disabled", "true");
    else it.removeAttribute("aria-disabled");
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    shown = null;
    show();
  }

  function step() {
    const on = document.querySelector("#step-on[href]");
    const { ply } = document.getElementById("review").dataset;
    if (!on) stop();
    else if (ply !== shown) {
      shown = ply;
      on.click();
    }
  }

  function start() {
    timer = setInterval(step, PACE);
    // From the end it plays all of it.
    const on = document.querySelector("#step-on[href]");
    if (on) step();
    else document.querySelector("#step-first[href]")?.click();
    show();
  }

  document.addEventListener("click", (event) => {
    const { target, isTrusted } = event;
    if (target.closest("#play-steps")) {
      if (timer) stop();
      else if (target.closest("#play-steps").ariaDisabled !== "true") start();
    } else if (timer && isTrusted && target.closest("#review a")) stop(); // a step of one's own
  });
  document.addEventListener("htmx:after:swap", () => {
    if (timer && !document.querySelector("#step-on[href]")) stop();
    show();
  });
  show();
})();
