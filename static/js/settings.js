// The settings page shows each choice at once, before it is saved: each names the attribute of the
// page that follows it.

"use strict";

document.getElementById("choices").addEventListener("change", ({ target }) => {
  const { attribute, shows, inverted } = target.closest("[data-attribute]")?.dataset ?? {};
  if (!attribute) return;
  const isOn = target.type === "checkbox" ? target.checked !== (inverted !== undefined) : target.value;
  const name = `data-${attribute}`;
  if (isOn) document.documentElement.setAttribute(name, shows ?? target.value);
  else document.documentElement.removeAttribute(name);
});
