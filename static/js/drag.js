// Dragging a card onto its partner, or a king onto the removed cards, beside tapping them.
//
// A drop sends what two taps would send. Until a pointer has moved some pixels it is a tap, and
// this file has no part in it.

"use strict";

(() => {
  const { game, pick, picked, partners, markPartners, removal, send } = window.pyramid;
  const THRESHOLD = 6; // px that make a drag of a tap
  const ENOUGH = 0.2; // of a card's area on another card: a drop on it
  const FURTHER = 0.1; // more than that, where the two overlap as they lie
  const RETURN = 160; // ms
  const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");

  let drag = null; // the pointer that is down on a card, and where it has taken the card
  let swallow = false; // whether a click to come belongs to a drag
  const resting = new Map(); // cards that lie where they were dropped until their answer is there

  // Where things are

  const box = (element) => element.getBoundingClientRect();
  const within = (area, x, y) =>
    x >= area.left && x <= area.right && y >= area.top && y <= area.bottom;

  /** How much of a card, 0 to 1, lies on an area when the card is moved by dx and dy. */
  function share(home, dx, dy, area) {
    const wide = Math.min(home.right + dx, area.right) - Math.max(home.left + dx, area.left);
    const high = Math.min(home.bottom + dy, area.bottom) - Math.max(home.top + dy, area.top);
    return wide > 0 && high > 0 ? (wide * high) / (home.width * home.height) : 0;
  }

  /** Measures all that the card may be dropped on, in one go. */
  function measure() {
    const { card } = drag;
    card.style.transform = "";
    drag.home = box(card);
    const goes = partners(card);
    const others = [...game().querySelectorAll('[data-card][data-state="free"]')].filter(
      (each) => each !== card && !goes.includes(each),
    );
    const measured = (element) => {
      const area = box(element);
      return { element, area, before: share(drag.home, 0, 0, area) };
    };
    drag.partners = goes.map(measured);
    drag.others = others.map(measured);
    const pile = document.getElementById("removed");
    drag.pile = removal(card.dataset.card) ? measured(pile) : null;
  }

  /** What the card would be dropped on: the nearest it may go with, else any other in play. */
  function aim() {
    const { home, dx, dy, x, y } = drag;
    const hit = ({ area, before }) => {
      const part = share(home, dx, dy, area);
      if (part >= Math.max(ENOUGH, before && before + FURTHER)) return part;
      return !before && within(area, x, y) ? Math.max(part, ENOUGH) : 0;
    };
    const best = (places) =>
      places
        .map((place) => ({ ...place, part: hit(place) }))
        .filter((place) => place.part)
        .sort((one, other) => other.part - one.part)[0];
    const legal = best(drag.pile ? [drag.pile, ...drag.partners] : drag.partners);
    if (legal) return { element: legal.element, legal: true };
    const other = best(drag.others);
    return other ? { element: other.element, legal: false } : null;
  }

  // The course of a drag

  function onDown(event) {
    swallow = false;
    if (drag) {
      if (event.pointerId !== drag.pointer) cancel(); // a second finger
      return;
    }
    const card = event.target.closest?.('#game [data-card][data-state="free"]');
    if (!card || !event.isPrimary || event.button !== 0 || event.ctrlKey) return;
    if (card.classList.contains("sent")) return;
    const start = { x: event.pageX, y: event.pageY };
    drag = { card, pointer: event.pointerId, start, moving: false, dx: 0, dy: 0, over: null };
  }

  function onMove(event) {
    if (!drag || event.pointerId !== drag.pointer) return;
    if (event.pointerType === "mouse" && !(event.buttons & 1)) {
      cancel(); // let go where nobody saw it
      return;
    }
    drag.dx = event.pageX - drag.start.x;
    drag.dy = event.pageY - drag.start.y;
    drag.x = event.clientX;
    drag.y = event.clientY;
    if (!drag.moving) {
      if (Math.hypot(drag.dx, drag.dy) < THRESHOLD) return;
      begin();
    }
    if (drag) follow();
  }

  function begin() {
    const { card, pointer } = drag;
    if (!card.isConnected || card.dataset.state !== "free") {
      drag = null;
      return;
    }
    drag.moving = true;
    try {
      card.setPointerCapture(pointer);
    } catch {
      // The pointer is gone already: its end has been told, or will be.
    }
    lift();
  }

  /** Puts the card under the pointer, also after a new board has replaced its marks. */
  function lift() {
    measure();
    drag.card.classList.add("dragged");
    document.documentElement.classList.add("dragging");
    markPartners(drag.card);
    drag.pile?.element.classList.add("partner");
  }

  function follow() {
    drag.card.style.transform = `translate(${drag.dx}px, ${drag.dy}px)`;
    const place = aim();
    const over = place?.legal ? place.element : null;
    if (over === drag.over) return;
    drag.over?.classList.remove("over");
    over?.classList.add("over");
    drag.over = over;
  }

  function onUp(event) {
    if (!drag || event.pointerId !== drag.pointer) return;
    if (!drag.moving) {
      drag = null; // a tap: its click says the rest
      return;
    }
    measure(); // the page may have been scrolled meanwhile
    const place = aim();
    const { card, dx, dy } = drag;
    release();
    if (!place) {
      comeBack(card, dx, dy);
      return;
    }
    if (place.legal) {
      rest(card, dx, dy);
      send(card, place.element.id === "removed" ? null : place.element);
      if (!card.classList.contains("sent")) onSettled();
    } else {
      comeBack(card, dx, dy);
      send(card, place.element); // the page says why not
    }
  }

  /** Ends a drag without a drop; the click that may still come is no tap. */
  function cancel() {
    if (!drag) return;
    const { card, moving, dx, dy } = drag;
    if (moving) release();
    drag = null;
    if (moving) comeBack(card, dx, dy);
  }

  function release() {
    const { card, pointer, over } = drag;
    swallow = true;
    drag = null;
    if (card.hasPointerCapture(pointer)) card.releasePointerCapture(pointer);
    over?.classList.remove("over");
    card.classList.remove("dragged");
    card.style.transform = "";
    document.documentElement.classList.remove("dragging");
    pick(picked()); // the marks of partners as they were
  }

  function comeBack(card, dx, dy) {
    if (lessMotion.matches || !card.isConnected) return;
    const lifted = { transform: `translate(${dx}px, ${dy}px)`, zIndex: 9 };
    card.animate([lifted, { transform: "none", zIndex: 9 }], { duration: RETURN, easing: "ease-out" });
  }

  // A card that was dropped stays there until the answer says what becomes of it.

  function rest(card, dx, dy) {
    resting.set(card, { dx, dy });
    card.style.transform = `translate(${dx}px, ${dy}px)`;
    card.classList.add("dropped");
  }

  function onSettled() {
    for (const [card, { dx, dy }] of resting) {
      if (card.isConnected && card.classList.contains("sent")) continue;
      resting.delete(card);
      card.style.transform = "";
      card.classList.remove("dropped");
      comeBack(card, dx, dy);
    }
  }

  function onBoard() {
    for (const [card, { dx, dy }] of resting) {
      if (card.isConnected && card.classList.contains("sent")) rest(card, dx, dy);
      else resting.delete(card);
    }
    if (!drag) return;
    if (!drag.card.isConnected || drag.card.dataset.state !== "free") {
      if (drag.moving) release();
      drag = null;
    } else if (drag.moving) {
      drag.over = null;
      lift();
      follow();
    }
  }

  function onKey(event) {
    if (event.key !== "Escape" || !drag?.moving) return;
    event.preventDefault();
    event.stopPropagation();
    cancel();
  }

  function onClick(event) {
    if (!swallow || event.detail === 0) return;
    swallow = false;
    event.preventDefault();
    event.stopPropagation();
  }

  const ofDrag = (then) => (event) => {
    if (drag && event.pointerId === drag.pointer) then(event);
  };

  document.addEventListener("pointerdown", onDown);
  document.addEventListener("pointermove", onMove);
  document.addEventListener("pointerup", onUp);
  document.addEventListener("pointercancel", ofDrag(cancel));
  document.addEventListener("lostpointercapture", ofDrag(() => drag.moving && cancel()));
  // Else a quick drag would be a fling to the browser, and the next tap would only stop that.
  document.addEventListener("touchmove", (event) => drag?.moving && event.preventDefault(), {
    passive: false,
  });
  window.addEventListener("click", onClick, true);
  window.addEventListener("keydown", onKey, true);
  for (const name of ["blur", "resize", "pagehide"]) window.addEventListener(name, cancel);
  document.addEventListener("visibilitychange", cancel);
  document.addEventListener("dragstart", (event) => {
    if (event.target.closest?.("#game")) event.preventDefault();
  });
  document.addEventListener("contextmenu", (event) => drag && event.preventDefault());
  document.addEventListener("pyramid:board", onBoard);
  document.addEventListener("pyramid:settled", onSettled);
})();
