// The table by keyboard: arrows among the cards in play, and single keys for the controls.

"use strict";

(() => {
  const { game } = window.pyramid;

  const KEYS = {
    d: "#draw",
    u: '[data-action="undo"]',
    r: '[data-action="redo"]',
    h: '[data-action="hint"]',
    n: '[data-action="new"]',
  };

  function typing(target) {
    return target.closest?.('input:not([type="hidden"]), textarea, select, [contenteditable]');
  }

  /** The cards and the stock in rows, as arrows move among them. */
  function rows() {
    const root = game();
    const free = (within) => [...within.querySelectorAll("button")];
    return [...root.querySelectorAll(".row"), root.querySelector(".talon")]
      .map(free)
      .filter((row) => row.length);
  }

  function centre(element) {
    const box = element.getBoundingClientRect();
    return box.left + box.width / 2;
  }

  function nearest(row, x) {
    return row.reduce((best, each) =>
      Math.abs(centre(each) - x) < Math.abs(centre(best) - x) ? each : best,
    );
  }

  /** One tab stop for the board: the button last focused, else the first free card. */
  function setTabStop(wanted) {
    const board = document.getElementById("board");
    if (!board) return;
    const buttons = [...board.querySelectorAll("button")];
    const stop =
      wanted && buttons.includes(wanted)
        ? wanted
        : buttons.find((each) => each.dataset.state === "free") || buttons[0];
    for (const each of buttons) each.tabIndex = each === stop ? 0 : -1;
  }

  function onArrow(event) {
    const from = event.target.closest?.("#board button");
    if (!from) return;
    const all = rows();
    const at = all.findIndex((row) => row.includes(from));
    if (at < 0) return;
    const column = all[at].indexOf(from);
    const goes = {
      ArrowLeft: () => all[at][column - 1],
      ArrowRight: () => all[at][column + 1],
      ArrowUp: () => at > 0 && nearest(all[at - 1], centre(from)),
      ArrowDown: () => at + 1 < all.length && nearest(all[at + 1], centre(from)),
      Home: () => all[at][0],
      End: () => all[at].at(-1),
    }[event.key];
    if (!goes) return;
    event.preventDefault();
    goes()?.focus();
  }

  function onKey(event) {
    if (event.defaultPrevented || event.isComposing || !game() || typing(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      const redo = key === "y" || (key === "z" && event.shiftKey);
      if (event.altKey || (key !== "z" && key !== "y")) return;
      press(event, KEYS[redo ? "r" : "u"]);
      return;
    }
    if (event.altKey) return;
    onArrow(event);
    if (event.defaultPrevented || "noKeys" in document.documentElement.dataset) return;
    if (KEYS[key]) press(event, KEYS[key]);
    else if (key === "escape") window.pyramid.pick(null);
  }

  function press(event, selector) {
    const control = game().querySelector(selector);
    if (!control || event.repeat) return;
    event.preventDefault();
    control.click();
  }

  // After an answer the focus must not be lost with the card that had it.
  let lost = null;

  function remember() {
    const active = document.activeElement?.closest?.("#board button");
    lost = active && {
      id: active.id,
      x: centre(active),
      row: active.closest(".row")?.id,
      free: new Set(
        [...game().querySelectorAll('[data-state="free"]')].map((each) => each.id),
      ),
    };
  }

  function restore() {
    const board = document.getElementById("board");
    if (!board) return;
    let focus = null;
    if (lost && !document.getElementById(lost.id)) {
      const free = [...board.querySelectorAll('[data-state="free"]')];
      const fresh = free.filter((each) => !lost.free.has(each.id));
      const inRow = free.filter((each) => each.closest(".row")?.id === lost.row);
      if (fresh.length) focus = nearest(fresh, lost.x);
      else if (lost.row && inRow.length) focus = nearest(inRow, lost.x);
      else focus = document.getElementById("draw");
    }
    lost = null;
    setTabStop(focus || document.activeElement);
    if (focus) focus.focus();
  }

  document.addEventListener("keydown", onKey);
  document.addEventListener("focusin", (event) => {
    if (event.target.closest?.("#board button")) setTabStop(event.target);
  });
  document.addEventListener("htmx:before:swap", remember);
  document.addEventListener("pyramid:board", restore);
  setTabStop(null);
})();
