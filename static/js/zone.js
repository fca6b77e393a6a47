// Says when something happens where the visitor is: the server knows UTC alone.

"use strict";

for (const element of document.querySelectorAll("[data-zone]")) {
  const time = new Date(element.dataset.zone).toLocaleTimeString(document.documentElement.lang, {
    timeStyle: "short",
  });
  element.textContent = element.dataset.text.replace("{time}", time);
  element.hidden = false;
}
