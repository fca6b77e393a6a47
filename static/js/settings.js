// The settings page shows each choice at once, before it is saved.

"use strict";

(() => {
  const form = document.getElementById("choices");
  const root = document.documentElement;

  function set(name, value) {
    if (value) root.dataset[name] = value;
    else delete root.dataset[name];
  }

  form.addEventListener("change", () => {
    const chosen = new FormData(form);
    set("theme", chosen.get("theme"));
    set("back", chosen.get("back"));
    set("suits", chosen.get("four_colours") && "four");
    set("hand", chosen.get("left_handed") && "left");
  });
})();
