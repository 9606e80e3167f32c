/**
 * The service worker. It keeps files that were built, whose names change with what is in them, and shows a page of its
 * own while the server cannot be reached. What the server says of games, matches and seats never passes through here.
 */
const BUILT = new Set('BUILT FILES');
const OFFLINE = ['/offline.html', '/offline.js', '/theme.js', '/fossil.svg'];
const KEPT = 'mesozoic';

self.addEventListener('install', (event) => {
  event.waitUntil(prepare());
});
self.addEventListener('activate', (event) => {
  event.waitUntil(tidy());
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api')) return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => caches.match('/offline.html')));
  else if (BUILT.has(pathname)) event.respondWith(keptOrFetched(request));
  else if (OFFLINE.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(pathname)));
});
self.addEventListener('push', (event) => {
  event.waitUntil(tell(event.data));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(bringBack(event.notification.data));
});

async function prepare() {
  const kept = await caches.open(KEPT);
  await kept.addAll(OFFLINE.map((path) => new Request(path, { cache: 'reload' })));
  await self.skipWaiting();
}

/** Files of builds before this one go. */
async function tidy() {
  const kept = await caches.open(KEPT);
  for (const request of await kept.keys()) {
    const { pathname } = new URL(request.url);
    if (!BUILT.has(pathname) && !OFFLINE.includes(pathname)) await kept.delete(request);
  }
  await self.clients.claim();
}

async function keptOrFetched(request) {
  const kept = await caches.open(KEPT);
  const found = await kept.match(request);
  if (found) return found;
  const fetched = await fetch(request);
  if (fetched.ok) await kept.put(request, fetched.clone());
  return fetched;
}

/** Somebody's turn, told by the server while no page is open. What is no message of ours is told without words. */
async function tell(data) {
  let told = {};
  try {
    told = data?.json() ?? {};
  } catch {
    // not ours
  }
  const path = typeof told.path === 'string' && told.path.startsWith('/') ? told.path : '/turns';
  const words = typeof told.text === 'string' ? told.text : 'It is your turn';
  await self.registration.showNotification('Mesozoic', { body: words, icon: '/icon-192.png', tag: path, data: path });
}

/** The page whose turn it is, if it is still there. */
async function bringBack(path) {
  const pages = await self.clients.matchAll({ type: 'window' });
  const page = pages.find((one) => new URL(one.url).pathname === path);
  return page ? page.focus() : self.clients.openWindow(path);
}
