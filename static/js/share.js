// Sharing a link: the phone's share sheet where there is one, else the clipboard, and the truth
// about whether it was copied.

"use strict";

(() => {
  const button = document.querySelector('[data-action="copy"]');
  if (!button) return;
  const field = document.getElementById("address");
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

  button.addEventListener("click", async () => {
    if (navigator.share) {
      try {
        await navigator.share({ title: button.dataset.title, url: field.value });
        return;
      } catch (error) {
        if (error.name === "AbortError") return; // closed by the player: nothing to say
      }
    }
    const done = await copied(field.value);
    said.textContent = done ? button.dataset.copied : button.dataset.failed;
    if (!done) field.select();
  });
})();
