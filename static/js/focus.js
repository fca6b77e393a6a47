// Where the keyboard is on the board: one tab stop, arrows from card to card, and never nowhere.

"use strict";

(() => {
  const { game } = window.pyramid;

  const inPlay = (button) =>
    button.id === "draw" || button.getAttribute("aria-disabled") !== "true";

  function centre(element) {
    const box = element.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }

  function nearest(buttons, x) {
    return buttons.reduce((best, each) =>
      Math.abs(centre(each).x - x) < Math.abs(centre(best).x - x) ? each : best,
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

  const AHEAD = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  /**
   * The button that is seen next in a direction. To the sides it lies in the same row; between
   * pyramid and talon, whose cards have other heights, at about the same height.
   */
  function next(from, buttons, [right, down]) {
    const { x, y } = centre(from);
    const height = from.offsetHeight;
    const talon = from.closest(".talon");
    let best = null;
    for (const button of buttons) {
      const at = centre(button);
      const [dx, dy] = [at.x - x, at.y - y];
      const ahead = right ? dx * right : dy * down;
      const aside = Math.abs(right ? dy : dx);
      const level = button.closest(".talon") === talon ? 0.35 : 1;
      if (ahead < height * 0.2 || (right && aside > height * level)) continue;
      // Above and below, what lies in the same part of the table comes first: the cards of a talon
      // that stands in a column are no neighbours of the row beside them.
      const other = !right && button.closest(".talon") !== talon ? 1e6 : 0;
      const far = ahead + aside * (right ? 2 : 0.8) + other;
      if (!best || far < best.far) best = { button, far };
    }
    return best?.button;
  }

  /** The button before or after one in the order of reading, where none is seen ahead. */
  function beside(from, buttons, step) {
    return buttons[buttons.indexOf(from) + step];
  }

  /** The first or last button of the row that one is in, as it is seen. */
  function end(from, buttons, sign) {
    const row = buttons.filter((each) => each.closest(".row, .talon") === from.closest(".row, .talon"));
    return row.reduce((best, each) => ((centre(each).x - centre(best).x) * sign > 0 ? each : best));
  }

  /** Arrows go from button to button; with Shift, only to those in play. */
  function onArrow(event) {
    const from = event.target.closest?.("#board button");
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = [...document.querySelectorAll("#board button")];
    const buttons = all.filter((each) => each === from || !event.shiftKey || inPlay(each));
    let to;
    if (Object.hasOwn(AHEAD, event.key)) to = next(from, buttons, AHEAD[event.key]);
    else if (event.key === "Home") to = end(from, buttons, -1);
    else if (event.key === "End") to = end(from, buttons, 1);
    else return;
    // Where nothing is seen ahead, who doesn't see finds a way all the same: under the last row comes
    // the talon, also where a wide window has it at the side, and what is in play one after the other.
    const talon = buttons.filter((each) => each.closest(".talon"));
    if (!to && event.key === "ArrowDown" && talon.length && !talon.includes(from)) {
      to = nearest(talon, centre(from).x);
    } else if (!to && event.shiftKey) {
      to = beside(from, buttons, /Right|Down/.test(event.key) ? 1 : -1);
    }
    event.preventDefault();
    (to || from).focus();
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
      x: centre(active).x,
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
