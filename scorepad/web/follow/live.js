// Follows an evening: asks for its pack again and again; the server answers when the pack has changed.
"use strict";

const LATE = 40000, AGAIN = [500, 1000, 2000, 4000, 8000];
const parts = new URLSearchParams(location.hash.slice(1));
const follower = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join("");

function state(name, message) {
  at("state").className = name;
  at("state").textContent = message;
}

async function follow(key) {
  let tag = "", failures = 0, since = null;
  for (;;) {
    const given = new AbortController(), late = setTimeout(() => given.abort(), LATE);
    try {
      const headers = { Authorization: `Bearer ${key}`, "X-Follower": follower, "If-None-Match": tag };
      const answer = await fetch(isBoard() ? "pack?board" : "pack", { headers, cache: "no-store", signal: given.signal });
      if (answer.status === 404) return ended();
      if (answer.status === 200) {
        const raw = new Uint8Array(await answer.arrayBuffer());
        if (show(raw)) tag = answer.headers.get("ETag");
      } else if (answer.status !== 304) throw new Error(answer.statusText);
      failures = 0;
      since = Date.now();
      state("live", t("up to date, {time}", { time: timeOf(since) }));
    } catch {
      state("lost", since === null ? t("no connection") : t("no connection: this is as of {time}", { time: timeOf(since) }));
      await paused(AGAIN[Math.min(failures++, AGAIN.length - 1)]);
    } finally {
      clearTimeout(late);
    }
  }
}

// Waits, but not while the page comes back into sight or into the network.
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

function begin() {
  for (const each of document.querySelectorAll("[data-words]")) each.textContent = t(each.dataset.words);
  document.documentElement.lang = language;
  stayAwake();
  if (parts.has("e")) {
    let raw = new Uint8Array();
    try { raw = bytesOf(parts.get("e")); } catch { /* no pack */ }
    show(raw);
  } else if (parts.has("key")) {
    state("lost", t("connecting…"));
    follow(parts.get("key"));
  } else words(t("Nothing to follow here: open the link, or scan the code that the table shows."));
}

addEventListener("hashchange", () => location.reload());
begin();
