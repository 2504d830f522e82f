// Follows an evening: asks for its pack again and again; the server answers when the pack has changed.
"use strict";

const BACK = "back in sight", LATE = 40000, AGAIN = [500, 1000, 2000, 4000, 8000];
const parts = new URLSearchParams(location.hash.slice(1));
const follower = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join("");

// A screen reader says when the connection is lost, and when it is back, but not after each successful answer.
function state(name, message) {
  const before = at("state").className;
  at("state").className = name;
  at("state").textContent = message;
  if (before !== "" && before !== name) at("said").textContent = message;
}

let asking = new AbortController();

async function follow(key) {
  let tag = "", failures = 0, since = null;
  for (;;) {
    asking = new AbortController();
    const { signal } = asking, late = setTimeout(() => asking.abort(), LATE);
    try {
      const headers = { Authorization: `Bearer ${key}`, "X-Follower": follower, "If-None-Match": tag };
      const answer = await fetch(isBoard() ? "pack?board" : "pack", { headers, cache: "no-store", signal });
      if (answer.status === 404) return ended();
      if (answer.status !== 200 && answer.status !== 304) throw new Error(answer.statusText);
      const raw = answer.status === 200 ? new Uint8Array(await answer.arrayBuffer()) : null;
      failures = 0;
      since = Date.now();
      state("live", t("up to date, {time}", { time: timeOf(since) }));
      if (raw !== null && !show(raw)) return state("lost", t("This code is damaged, or made by a later version."));
      if (raw !== null) tag = answer.headers.get("ETag");
    } catch {
      tag = ""; // the next answer comes at once, and tells whether the connection is back
      if (signal.reason === BACK) continue;
      state("lost", since === null ? t("no connection") : t("no connection: this is as of {time}", { time: timeOf(since) }));
      await paused(AGAIN[Math.min(failures++, AGAIN.length - 1)]);
    } finally {
      clearTimeout(late);
    }
  }
}

// Waits; the wait ends early when the page becomes visible, or when the network is back.
function paused(milliseconds) {
  return new Promise((resolve) => {
    const go = () => { if (document.visibilityState === "visible") resolve(); };
    setTimeout(resolve, milliseconds);
    addEventListener("online", resolve, { once: true });
    document.addEventListener("visibilitychange", go, { once: true });
  });
}

function ended() {
  state("lost", "");
  if (shown === null) words(t("Nothing to follow here: this code opens nothing any more. Ask at the table for a new one."));
  else state("lost", t("The table shares this evening no longer."));
}

function stayAwake() {
  const ask = () => { if (document.visibilityState === "visible") navigator.wakeLock.request("screen").catch(() => {}); };
  if (!isBoard() || !navigator.wakeLock) return;
  document.addEventListener("visibilitychange", ask);
  ask();
}

// A page that lies in a web app leads to it, with the evening of its address.
function offerApp(raw) {
  const { app } = document.body.dataset;
  if (!app || isBoard()) return;
  at("open").hidden = false;
  at("open").querySelector("a").href = `${app}#/open/${codeFor(raw)}`;
}

function begin() {
  for (const each of document.querySelectorAll("[data-words]")) each.textContent = t(each.dataset.words);
  document.documentElement.lang = language;
  stayAwake();
  if (parts.has("e")) {
    let raw = new Uint8Array();
    try { raw = bytesOf(parts.get("e")); } catch { /* no pack */ }
    if (show(raw)) offerApp(raw);
  } else if (parts.has("key")) {
    state("", t("connecting…"));
    follow(parts.get("key"));
  } else if (parts.has("relay")) {
    state("", t("connecting…"));
    followRelay(parts.get("relay"), parts.get("secret") ?? "");
  } else words(t("Nothing to follow here: open the link, or scan the code that the table shows."));
}

addEventListener("hashchange", () => location.reload());
addEventListener("offline", () => asking.abort());
// When the page becomes visible again, it asks at once, so that the reader knows whether the page is up to date.
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") asking.abort(BACK); });
begin();
