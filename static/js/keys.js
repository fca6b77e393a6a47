// Single keys for the controls and to read aloud, and the list of them.

"use strict";

(() => {
  const { game, pick, say, read } = window.pyramid;

  const CONTROLS = {
    d: "#draw",
    u: '[data-action="undo"]',
    r: '[data-action="redo"]',
    h: '[data-action="hint"]',
    n: '[data-action="new"]',
  };
  const READS = { w: read.waste, f: read.free, s: read.state };
  const list = document.getElementById("keys");
  const opener = document.querySelector('[data-action="keys"]');

  function typing(target) {
    return target.closest?.('input:not([type="hidden"]), textarea, select, [contenteditable]');
  }

  /**
   * The key in small letters. On a keyboard with another script the letter at its place counts, as
   * on every such keyboard Latin ones are printed beside it; Latin layouts have each their own.
   */
  function keyOf({ key, code }) {
    const isOther = /^\p{L}$/u.test(key) && !/^\p{Script=Latin}$/u.test(key);
    return (isOther && /^Key[A-Z]$/.test(code) ? code.at(-1) : key).toLowerCase();
  }

  function onKey(event) {
    if (event.defaultPrevented || event.isComposing || event.altKey || typing(event.target)) return;
    // In the open menu a key is for what the menu has.
    if (!game() || document.querySelector("dialog[open]") || event.target.closest?.(".menu")) return;
    if (event.key === "Escape") pick(null);
    if ("noKeys" in document.documentElement.dataset) return;
    const key = keyOf(event);
    if (event.ctrlKey || event.metaKey) {
      const redo = key === "y" || (key === "z" && event.shiftKey);
      if (redo || key === "z") press(event, CONTROLS[redo ? "r" : "u"]);
    } else {
      onSingleKey(event, key);
    }
  }

  function onSingleKey(event, key) {
    if (Object.hasOwn(CONTROLS, key)) {
      press(event, CONTROLS[key]);
    } else if (key === "?") {
      event.preventDefault();
      list.showModal();
    } else if (Object.hasOwn(READS, key) && document.getElementById("board")) {
      event.preventDefault();
      if (!event.repeat) say(READS[key]());
    }
  }

  function press(event, selector) {
    const control = game().querySelector(selector);
    if (!control) return;
    event.preventDefault();
    // A key that is held down acts once.
    if (!event.repeat) control.click();
  }

  document.addEventListener("keydown", onKey);
  if (opener) {
    opener.hidden = false;
    opener.addEventListener("click", () => list.showModal());
  }
})();
