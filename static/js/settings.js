// The settings page shows each choice at once and keeps it at the tap, with a way to take it back.
// Each names the attribute of the page that follows it. What was not kept goes back to what it was.

"use strict";

(() => {
  const NEW_WORDS = "language"; // its choice is seen only on a page drawn anew
  const form = document.getElementById("choices");
  const said = document.getElementById("kept");
  const undo = document.getElementById("undo-choice");
  const shown = form.elements.shown; // all that is kept, as the form was drawn with it
  let last = null; // what Undo takes back: a name, and the value before
  let queue = Promise.resolve();

  const kept = () => new URLSearchParams(shown.value);
  const inputs = (name) => [...form.querySelectorAll(`[name="${name}"]`)];
  const valueOf = (input) => (input.type === "radio" || input.checked ? input.value : "");

  /** Makes the page look as a choice says. */
  function follow(input) {
    const { attribute, shows, inverted } = input.closest("[data-attribute]")?.dataset ?? {};
    if (!attribute) return;
    const isOn = input.type === "checkbox" ? input.checked !== (inverted !== undefined) : input.value;
    const name = `data-${attribute}`;
    if (isOn) document.documentElement.setAttribute(name, shows ?? input.value);
    else document.documentElement.removeAttribute(name);
  }

  /** Puts a control to a value; returns the input that shows it. */
  function put(name, value) {
    const all = inputs(name);
    const input = all.find((each) => each.type === "checkbox" || each.value === value) ?? all[0];
    input.checked = input.type === "radio" || value !== "";
    follow(input);
    return input;
  }

  function tell(text, { canUndo = false } = {}) {
    said.textContent = text;
    undo.hidden = !canUndo;
    said.parentElement.classList.toggle("told", Boolean(text));
  }

  /** Says what was kept, by the words that stand at the choice. */
  function words(name, value) {
    const input = inputs(name).find((each) => each.type === "checkbox" || each.value === value);
    const isCheck = input.type === "checkbox";
    const label = isCheck
      ? input.nextElementSibling.firstChild.textContent
      : input.closest("fieldset").querySelector("legend").textContent;
    const text = isCheck ? said.dataset[value ? "on" : "off"] : input.closest("label").textContent;
    return said.dataset.kept.replace("{setting}", label.trim()).replace("{value}", text.trim());
  }

  /** Sends one choice, with all else as it was shown. */
  async function keep(name, value, { isUndo = false } = {}) {
    const before = kept().get(name) ?? "";
    if (value === before) return;
    const body = kept();
    body.set("shown", shown.value);
    body.set(name, value);
    try {
      const answer = await fetch(form.action, { method: "POST", body, keepalive: true });
      const isKept = answer.ok && new URL(answer.url).searchParams.has("saved");
      if (!isKept) throw new Error("not kept");
    } catch {
      put(name, before);
      tell(said.dataset.failed, { canUndo: Boolean(last) });
      return;
    }
    const now = kept();
    now.set(name, value);
    shown.value = now.toString();
    last = isUndo ? null : { name, before };
    if (name === NEW_WORDS) {
      sessionStorage.setItem("kept", JSON.stringify({ name, value, last }));
      location.reload();
    } else tell(words(name, value), { canUndo: Boolean(last) });
  }

  const inTurn = (name, value, more) => (queue = queue.then(() => keep(name, value, more)));

  form.addEventListener("change", ({ target }) => {
    follow(target);
    inTurn(target.name, valueOf(target));
  });
  undo.addEventListener("click", () => {
    if (!last) return;
    const { name, before } = last;
    const input = put(name, before);
    inTurn(name, before, { isUndo: true });
    input.focus(); // the button goes away
  });

  const noted = JSON.parse(sessionStorage.getItem("kept") ?? "null");
  sessionStorage.removeItem("kept");
  if (noted) {
    last = noted.last;
    tell(words(noted.name, noted.value), { canUndo: Boolean(last) });
  }
})();
