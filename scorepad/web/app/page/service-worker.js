// Keeps every file of a version on the device, so that the app opens without a network. The changed files of a new
// version are fetched in the background; the new version waits until the page tells it to take over.
const VERSION = "{version}";
const FILES = {files}; // digests by name
const OPTIONAL = {optional}; // files that only some browsers need: kept once the page has requested them
const scope = new URL(self.registration.scope);
const VERSIONS = `scorepad ${scope.pathname} version `;
const CACHE = VERSIONS + VERSION;

const digestOf = async (bytes) => {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};

const fetched = async (url, digest) => {
  const answer = await fetch(url, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const bytes = await answer.arrayBuffer();
  // While the files of a host are being replaced, it may serve files of two versions.
  if ((await digestOf(bytes)) !== digest) throw new Error(`${url}: of another version`);
  const headers = { "Content-Type": answer.headers.get("Content-Type") ?? "application/octet-stream", "X-Digest": digest };
  if (!url.pathname.endsWith(".pack")) return new Response(bytes, { headers });
  // The pack is unpacked here, only once, so that the app opens faster.
  const unpacked = new Response(bytes).body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked, { headers: { ...headers, "X-Unpacked": "" } });
};

const install = async () => {
  const cache = await caches.open(CACHE);
  const others = (await caches.keys()).filter((name) => name.startsWith(VERSIONS) && name !== CACHE);
  const known = await Promise.all(others.map((name) => caches.open(name)));
  for (const [name, digest] of Object.entries(FILES)) {
    const url = new URL(name, scope);
    const found = (await Promise.all([cache, ...known].map((each) => each.match(url)))).filter(Boolean);
    if (OPTIONAL.includes(name) && !found.length) continue;
    const same = found.find((answer) => answer.headers.get("X-Digest") === digest);
    await cache.put(url, same ?? (await fetched(url, digest)));
  }
};

// Keeps the optional files that a page loaded before this worker was active.
const keep = async (urls) => {
  const cache = await caches.open(CACHE);
  for (const name of OPTIONAL) {
    const url = new URL(name, scope);
    if (urls.includes(url.href) && !(await cache.match(url))) await cache.put(url, await fetched(url, FILES[name]));
  }
};

const activate = async () => {
  for (const name of await caches.keys()) if (name.startsWith(VERSIONS) && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
};

// Every address opens the app, except the address of the page that shows an evening from a link.
const FOLLOW = `${scope.pathname}follow/`;
const pageAt = ({ pathname }) => new URL(pathname.startsWith(FOLLOW) ? "follow/index.html" : "index.html", scope);

const answer = async (request) => {
  const cache = await caches.open(CACHE);
  const asked = new URL(request.url), navigates = request.mode === "navigate";
  if (navigates && `${asked.pathname}/` === FOLLOW) return Response.redirect(new URL("follow/", scope)); // as hosts do
  const url = navigates ? pageAt(asked) : asked;
  const known = await cache.match(url, { ignoreSearch: true });
  if (known) return known;
  const name = url.href.slice(scope.href.length);
  if (!OPTIONAL.includes(name)) return fetch(request);
  await cache.put(url, await fetched(url, FILES[name]));
  return cache.match(url);
};

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
  else event.waitUntil(keep(event.data.keep));
});
self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method === "GET" && origin === scope.origin && pathname.startsWith(scope.pathname)) {
    event.respondWith(answer(event.request));
  }
});
