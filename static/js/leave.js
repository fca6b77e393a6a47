// Controls that lead away from the table: it stays until the next page can be had.
//
// Else one press without a connection would put the browser's own error page in its place.

"use strict";

(() => {
  const PATIENCE = 15_000; // ms
  const WAIT = 5000; // ms after which the page says that it waits
  const { game, note, why, words } = window.pyramid;
  const manifestOf = (page) => page.querySelector('link[rel="manifest"]')?.getAttribute("href");
  const ping = new URL("healthz", document.querySelector('link[rel="manifest"]').href);

  let leaving = null; // the link that has been pressed

  /** Keeps the table after all, and says why; answered, if the server has said so itself. */
  function stay(text, answered) {
    document.dispatchEvent(new CustomEvent("pyramid:stayed", { detail: { answered } }));
    document.dispatchEvent(new CustomEvent("pyramid:failed", { detail: { ctx: null, text } }));
  }

  /** Asks the server for something, and says so where that takes long. */
  async function ask(address, options) {
    const waiting = setTimeout(() => note(words("waiting")), WAIT);
    try {
      return await fetch(address, { ...options, signal: AbortSignal.timeout(PATIENCE) });
    } finally {
      clearTimeout(waiting);
    }
  }

  /** Sends a form and goes where its answer leads; an answer that leads nowhere is only told. */
  async function send(form, submitter) {
    let answer, page;
    try {
      const body = new URLSearchParams(new FormData(form, submitter));
      answer = await ask(form.action, { method: "POST", body });
      page = new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch {
      stay(why(), false);
      return;
    }
    if (manifestOf(page) !== manifestOf(document)) {
      stay(why(answer.status), false);
    } else if (answer.ok && answer.redirected) {
      location.assign(answer.url);
    } else {
      const said = page.querySelector('.error-page p:not(.help), [role="alert"]');
      stay(said?.textContent.trim() || why(500), true);
    }
  }

  function onSubmit(event) {
    const form = event.target;
    if (event.defaultPrevented || !form.matches('form[method="post"]:not([hx-post])')) return;
    event.preventDefault();
    send(form, event.submitter);
  }

  /** Follows a link once the server can be reached. */
  async function follow(link) {
    leaving = link;
    link.classList.add("sent");
    try {
      const answer = await ask(ping, { cache: "no-store" });
      if (answer.status >= 500) throw new Error(answer.statusText);
      location.assign(link.href);
    } catch {
      stay(why(), false);
    }
    leaving = null;
    link.classList.remove("sent");
  }

  /** Whether a click on a link is one that leads to another page of this site, here. */
  function leads(event, link) {
    const isPlain = !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    const isHere = !link.target && !link.hasAttribute("download") && !link.hasAttribute("hx-get");
    const isOther = link.origin === location.origin && link.pathname !== location.pathname;
    return isPlain && isHere && isOther;
  }

  function onClick(event) {
    const link = event.target.closest("a[href]");
    if (event.defaultPrevented || !link || !game() || !leads(event, link)) return;
    event.preventDefault();
    if (!leaving) follow(link);
  }

  document.addEventListener("submit", onSubmit);
  document.addEventListener("click", onClick);
})();
