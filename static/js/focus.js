// Where the keyboard is on the board: one tab stop, arrows from card to card, and never nowhere.

"use strict";

(() => {
  const { game } = window.pyramid;

  const inPlay = (button) =>
    button.id === "draw" || button.getAttribute("aria-disabled") !== "true";

  /** The cards and the stock in rows, as arrows move among them. */
  function rows(wanted) {
    const root = game();
    return [...root.querySelectorAll(".row"), root.querySelector(".talon")]
      .map((row) => [...row.querySelectorAll("button")].filter(wanted))
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
    for (const each of buttons) {
      const index = each === stop ? 0 : -1;
      if (each.tabIndex !== index) each.tabIndex = index;
    }
  }

  /** Arrows go from button to button; with Shift, only to those in play. */
  function onArrow(event) {
    const from = event.target.closest?.("#board button");
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = rows((each) => each === from || !event.shiftKey || inPlay(each));
    const at = all.findIndex((row) => row.includes(from));
    if (at < 0) return;
    const column = all[at].indexOf(from);
    // As it is seen: for the left hand the talon lies the other way round.
    const mirrored = centre(all[at][0]) - centre(all[at].at(-1)) > from.offsetWidth / 2;
    const step = mirrored ? -1 : 1;
    const goes = {
      ArrowLeft: () => all[at][column - step],
      ArrowRight: () => all[at][column + step],
      ArrowUp: () => at > 0 && nearest(all[at - 1], centre(from)),
      ArrowDown: () => at + 1 < all.length && nearest(all[at + 1], centre(from)),
      Home: () => all[at].at(mirrored ? -1 : 0),
      End: () => all[at].at(mirrored ? 0 : -1),
    }[event.key];
    if (!goes) return;
    event.preventDefault();
    (goes() || from).focus();
  }

  // After an answer the focus must not be lost with what had it. Answers may cross: one of the
  // verdict comes in while a board waits for its turn.
  const had = new WeakMap(); // what had the focus before the swap of each answer

  function remember({ detail: { ctx } }) {
    const active = document.activeElement;
    const root = game();
    if (!root?.contains(active)) return;
    had.set(ctx, {
      onBoard: active.closest("#board") !== null,
      x: centre(active),
      row: active.closest(".row")?.id,
      free: new Set([...root.querySelectorAll('button[data-state="free"]')].map((each) => each.id)),
    });
  }

  function restore({ detail: { ctx } }) {
    const was = had.get(ctx);
    const active = document.activeElement;
    const isLost = was && (!active || active === document.body);
    const to = isLost ? successor(was) : null;
    setTabStop(to || active);
    to?.focus({ preventScroll: true });
  }

  /** What has the focus after the element that had it is gone. */
  function successor(was) {
    const root = game();
    const won = document.getElementById("panel-title");
    if (won || !document.getElementById("board")) return won || root;
    const free = [...root.querySelectorAll('#board button[data-state="free"]')];
    const fresh = free.filter((each) => !was.free.has(each.id));
    const inRow = free.filter((each) => was.row && each.closest(".row")?.id === was.row);
    if (was.onBoard && fresh.length) return nearest(fresh, was.x);
    if (was.onBoard && inRow.length) return nearest(inRow, was.x);
    return root.querySelector(was.onBoard ? "#draw" : "#verdict .ask, #do-hint");
  }

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
    onArrow(event);
  });
  document.addEventListener("focusin", (event) => {
    if (event.target.closest?.("#board button")) setTabStop(event.target);
  });
  document.addEventListener("htmx:before:swap", remember);
  document.addEventListener("htmx:after:swap", restore);
  setTabStop(null);
})();
