// The service worker: notices that are pushed, and an honest page where there is no network. SITE stands in front of it.
// It keeps that page and its files, by their hashed names, and nothing else: no table, no answer of the server. So no board
// that is shown can be older than the network says, and nothing here belongs to anybody.
"use strict";
const KEPT = `site-${SITE.release}`;

async function install() {
  const cache = await caches.open(KEPT);
  // Without cookies it is the page of a stranger, so nobody's name is kept.
  await cache.put(SITE.offline, await whole(new Request(SITE.offline, { credentials: "omit", cache: "no-store" })));
  await Promise.all(SITE.files.map(async (file) => cache.put(file, await whole(new Request(file, { credentials: "omit" })))));
  await self.skipWaiting();  // nothing of a page depends on which worker runs
}

async function whole(request) {
  const answer = await fetch(request);
  if (!answer.ok || answer.redirected) throw new Error(`${answer.status}`);
  return answer;
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  // the network is asked while the worker wakes up
  if (self.registration.navigationPreload) await self.registration.navigationPreload.enable();
  await self.clients.claim();
}

async function visit(event) {
  try {
    return await event.preloadResponse || await fetch(event.request);
  } catch {
    return await caches.match(SITE.offline, { cacheName: KEPT }) || Response.error();
  }
}

async function file(request) {
  return await caches.match(request.url, { cacheName: KEPT }) || fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(visit(event));
  else if (SITE.files.includes(pathname)) event.respondWith(file(request));
});

// --- push
// Whatever a notice says, it leads to this site.
function here(url) {
  try {
    const { pathname, search, hash } = new URL(url, self.location.origin);
    return self.location.origin + pathname + search + hash;
  } catch {
    return self.location.origin + "/";
  }
}

const windows = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });
const shows = (page, url) => new URL(page.url).pathname === new URL(url).pathname;

// Safari takes push away from whoever shows nothing, even if its page is open.
const MUST = /AppleWebKit/.test(navigator.userAgent) && !/Chrom/.test(navigator.userAgent);

// What a notice said is over, or its table was opened on another device.
async function end(tag) {
  for (const notice of await self.registration.getNotifications({ tag })) notice.close();
}

async function tell(notice) {
  const url = here(notice.url), tag = notice.tag || "site", pages = await windows();
  // A table that is open in front of its player needs no notice.
  const seen = !MUST && tag !== "test" && pages.some((page) => page.focused && page.visibilityState === "visible" && shows(page, url));
  if (!seen) await self.registration.showNotification(notice.title, {
    body: notice.body, tag, renotify: true, data: { url, turn: notice.turn }, icon: SITE.icon, badge: SITE.badge,
  });
  for (const page of pages) page.postMessage({ pushed: tag });
}

self.addEventListener("push", (event) => {
  let notice = {};
  try { notice = event.data.json(); } catch { /* not ours: it says no more than that there is something */ }
  event.waitUntil(notice.end ? end(notice.tag) : tell({ title: SITE.name, body: "", url: "/", ...notice }));
});

async function lead(url) {
  const pages = await windows(), open = pages.find((page) => shows(page, url));
  return open ? open.focus() : self.clients.openWindow(url);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data.url));
});

// A push service moves a browser by itself: the site is told where to.
async function move({ oldSubscription, newSubscription }) {
  if (!oldSubscription) return;
  const fresh = newSubscription || await self.registration.pushManager.subscribe(oldSubscription.options);
  const { endpoint, keys } = fresh.toJSON();
  const body = new URLSearchParams({ old: oldSubscription.endpoint, endpoint, ...keys });
  await fetch(SITE.renew, { method: "POST", body });
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(move(event)));
