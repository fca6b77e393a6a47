// Registers the service worker that shows an honest page when there is no connection.

"use strict";

(() => {
  const { worker, scope } = document.currentScript.dataset;
  if (!("serviceWorker" in navigator)) return;
  window.addEventListener("load", () => {
    // Without a worker the browser's own page says that there is no connection.
    navigator.serviceWorker.register(worker, { scope }).catch(() => {});
  });
})();
