// Sharing a link: the phone's share sheet where there is one, else the clipboard, and the truth
// about whether it was copied. At the table what opens the share page opens a dialog instead.

"use strict";

(() => {
  const button = document.querySelector('[data-action="copy"]');
  if (!button) return;
  const field = document.getElementById("address");
  const result = document.getElementById("result"); // only at the table
  const said = document.getElementById("copied");
  button.hidden = false;

  async function copied(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false; // no clipboard on plain HTTP, or not allowed
    }
  }

  let isOpen = false; // the share sheet

  async function share() {
    const text = result?.value || "";
    if (isOpen) return;
    if (navigator.share) {
      isOpen = true;
      try {
        await navigator.share({ title: button.dataset.title, text, url: field.value });
        return;
      } catch (error) {
        if (error.name === "AbortError") return; // closed by the player: nothing to say
      } finally {
        isOpen = false;
      }
    }
    const done = await copied(text ? `${text}\n${field.value}` : field.value);
    said.textContent = done ? button.dataset.copied : button.dataset.failed;
    if (!done) field.select();
  }

  function open(event) {
    const opener = event.target.closest('[data-action="share"], [data-panel="share"]');
    // With a key held it is opened elsewhere, as any link.
    if (!opener || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    result.value = opener.dataset.text || "";
    result.closest(".field").hidden = !result.value;
    said.textContent = "";
    document.getElementById("share").showModal();
    share();
  }

  button.addEventListener("click", share);
  // Enter in the box of the link would close the dialog around it.
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
  if (result) document.addEventListener("click", open);
})();
