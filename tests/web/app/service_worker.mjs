// node service_worker.mjs PAGE CHECK: runs one of the checks below on the service worker of PAGE, and prints what it
// saw as JSON. Caches and a host in memory stand for the browser's.
import { readFileSync } from "node:fs";
import path from "node:path";
import vm from "node:vm";

const [page, check] = process.argv.slice(2);
const script = readFileSync(path.join(page, "service-worker.js"), "utf-8");
const SCOPE = "https://example.org/app/";

const digestOf = async (text) => {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...hash.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};

class Cache {
  kept = new Map();
  key(given, { ignoreSearch = false } = {}) {
    const url = new URL(given.url ?? given);
    if (ignoreSearch) url.search = "";
    return url.href;
  }
  async match(given, options) { return this.kept.get(this.key(given, options))?.clone(); }
  async put(given, answer) { this.kept.set(this.key(given), answer.clone()); }
}

class Browser {
  stores = new Map();
  host = {}; // name: text
  fetched = [];
  caches = {
    open: async (name) => this.stores.get(name) ?? this.stores.set(name, new Cache()).get(name),
    keys: async () => [...this.stores.keys()],
    delete: async (name) => this.stores.delete(name),
  };
  fetch = async (given) => {
    const name = new URL(given.url ?? given).href.slice(SCOPE.length);
    this.fetched.push(name);
    return name in this.host ? new Response(this.host[name]) : new Response("", { status: 404 });
  };

  // The worker of a version, which has these files; `optional` are names.
  async worker(version, files, optional = []) {
    const digests = {};
    for (const [name, text] of Object.entries(files)) digests[name] = await digestOf(text);
    const filled = script.replace("{version}", version).replace("{files}", JSON.stringify(digests))
      .replace("{optional}", JSON.stringify(optional));
    const heard = {};
    const self = {
      registration: { scope: SCOPE }, clients: { claim: async () => {} }, skipWaiting: () => {},
      addEventListener: (kind, listener) => { heard[kind] = listener; },
    };
    const { caches, fetch } = this;
    vm.runInNewContext(filled, { self, caches, fetch, crypto, Response, DecompressionStream, URL, Uint8Array, Error });
    const told = (kind, event = {}) => new Promise((resolve, reject) => {
      const then = (promise) => promise.then(resolve, reject);
      heard[kind]({ ...event, waitUntil: then, respondWith: then });
    });
    return {
      install: () => told("install"),
      activate: () => told("activate"),
      keep: (names) => told("message", { data: { keep: names.map((name) => SCOPE + name) } }),
      text: async (name, mode = "cors") => {
        const answer = await told("fetch", { request: { method: "GET", url: SCOPE + name, mode } });
        return answer.ok ? answer.text() : answer.headers.get("Location") ?? answer.status;
      },
    };
  }
}

const refused = (promise) => promise.then(() => false, () => true);
const OLD = { "index.html": "old page", "main.js": "old code", "same.js": "same", "font.otf": "old font" };
const NEW = { ...OLD, "index.html": "new page", "main.js": "new code", "font.otf": "new font" };

const checks = {
  // While a host is being replaced, it has files of both versions.
  async mixed() {
    const browser = new Browser();
    browser.host = { ...NEW, "main.js": OLD["main.js"] };
    const early = await refused((await browser.worker("2", NEW)).install());
    browser.host = NEW;
    const then = await browser.worker("2", NEW);
    return { early, then: await refused(then.install()), page: await then.text("", "navigate"), code: await then.text("main.js") };
  },

  // The page that is open keeps its version until the new one takes over, also without the host.
  async waiting() {
    const browser = new Browser();
    browser.host = OLD;
    const first = await browser.worker("1", OLD);
    await first.install();
    await first.activate();
    browser.host = NEW;
    browser.fetched.length = 0;
    const second = await browser.worker("2", NEW);
    await second.install();
    const { fetched } = browser;
    browser.host = {};
    const seen = async (worker) => Promise.all(["", "main.js", "same.js"].map((name) => worker.text(name, name ? "cors" : "navigate")));
    const before = await seen(first);
    await second.activate();
    return { fetched, before, after: await seen(second), kept: [...browser.stores.keys()] };
  },

  // The page that shows an evening from a link is a page of its own, also without the host.
  async pages() {
    const browser = new Browser(), files = { ...OLD, "follow/index.html": "an evening" };
    browser.host = files;
    const worker = await browser.worker("1", files);
    await worker.install();
    browser.host = {};
    const names = ["", "index.html", "session/1", "follow/", "follow/#e=abc", "follow/?x#e=abc", "follow", "follower"];
    return Promise.all(names.map((name) => worker.text(name, "navigate")));
  },

  // A file that only some browsers need is fetched later, when the host may have another version.
  async optional() {
    const browser = new Browser(), optional = ["font.otf"];
    browser.host = OLD;
    const first = await browser.worker("1", OLD, optional);
    await first.install();
    const { fetched } = browser;
    browser.host = NEW;
    const asked = await refused(first.text("font.otf")), kept = await refused(first.keep(["font.otf"]));
    browser.host = OLD;
    await first.keep(["font.otf"]);
    browser.host = {};
    return { fetched: fetched.slice(0, 3), asked, kept, text: await first.text("font.otf") };
  },
};
console.log(JSON.stringify(await checks[check]()));
