// The service worker: when a page can't be had, it shows the one that says so. Nothing else is
// kept, so no page is ever older than the server's. KEPT is put before this by the server.

"use strict";

// An origin may have other caches than ours, of other programs or of a second site under another path.
const OURS = `pyramid-solitaire:${new URL(self.registration.scope).pathname}:`;
const CACHE = OURS + KEPT.at(-1);

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(KEPT))
      .then(() => self.skipWaiting()),
  );
});

const isOld = (name) => name.startsWith(OURS) && name !== CACHE;

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

const kept = (request) => caches.match(request, { cacheName: CACHE });

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate" && request.method === "GET") {
    event.respondWith(fetch(request).catch(() => kept(KEPT[0])));
  } else if (KEPT.includes(new URL(request.url).pathname)) {
    event.respondWith(fetch(request).catch(() => kept(request)));
  }
});
