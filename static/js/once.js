// One press, one effect: a form that begins, joins or deletes something is sent once, however often
// it is pressed, until the page changes or the press has come to nothing.
//
// Where a form has a field `press`, the server knows by it that two requests are one press. It stays
// the same as long as the first may have arrived, and is a new one when the page is used anew.

"use strict";

(() => {
  const PATIENCE = 20_000; // ms until a press counts as lost, if nothing at all comes of it
  const FORMS = 'form[method="post"]:not([hx-post], [data-again])';

  let pressed = null; // what was pressed and is under way
  let timer = 0;

  function release() {
    clearTimeout(timer);
    pressed?.classList.remove("sent");
    pressed = null;
  }

  function renew() {
    for (const field of document.querySelectorAll('input[name="press"]')) {
      const bytes = crypto.getRandomValues(new Uint8Array(16));
      field.value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    }
  }

  function onSubmit(event) {
    const form = event.target;
    if (event.defaultPrevented || !form.matches(FORMS)) return;
    if (pressed) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    pressed = event.submitter ?? form;
    pressed.classList.add("sent");
    timer = setTimeout(release, PATIENCE);
  }

  document.addEventListener("submit", onSubmit);
  // A control that should have led away, and did not; answered, if the server has said why.
  document.addEventListener("pyramid:stayed", ({ detail }) => {
    release();
    if (detail.answered) renew();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    const [{ type } = {}] = performance.getEntriesByType("navigation");
    if (!persisted && type !== "back_forward") return;
    release();
    renew();
  });
})();
