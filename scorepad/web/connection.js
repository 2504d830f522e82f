// Shows the key of this browser to the server, and keeps the page visible while the server does not answer. Runs before
// Flet's client loads; returns true if there is a key.
//
// Flet's client replaces the page by a spinner as soon as its websocket closes. So this script holds the close event
// back until the server answers again: Flet's client then connects again, and the page is as before within a moment.
(given) => {
  "use strict";
  let socket = null; // the websocket that Flet's client uses
  let held = null; // the events of its close, which Flet's client has not received
  let lost = false; // whether the visible page cannot work
  let refused = false; // whether the server refuses this browser
  let attempts = 0; // attempts to connect since the last stable connection
  let opened = 0; // the time at which the last connection began
  let resized = false; // whether the server may not know the size of the window
  let leaving = false; // whether the page is being closed

  let drops = 0; // connections that were given up since the last message
  let ever = false; // whether the server has ever sent a message

  // --- The key, and the other values that this browser keeps for this server ---

  // Storage belongs to the origin: unlike a cookie, it is not sent to other ports of the computer.
  const kept = (storage, name) => { try { return self[storage].getItem(`scorepad-${name}`); } catch { return null; } };
  // Stored values may be damaged, or come from another program: the server accepts short words only.
  const isWord = (value) => typeof value === "string" && value !== "" && value.length <= given.longest;
  const keptWord = (storage, name) => {
    const value = kept(storage, name);
    return isWord(value) ? value : null;
  };
  const keptLook = () => {
    let found = null;
    try { found = JSON.parse(kept("localStorage", "look")); } catch { } // damaged: the reader chooses again
    return Object.fromEntries(given.look.flatMap((name) => (isWord(found?.[name]) ? [[name, found[name]]] : [])));
  };
  const keep = (storage, name, value) => {
    try {
      if (value === null) self[storage].removeItem(`scorepad-${name}`);
      else self[storage].setItem(`scorepad-${name}`, value);
      return true;
    } catch { // the browser does not store anything for this page
      return false;
    }
  };

  // A key from the address is kept in the tab until the server has accepted it.
  const takeKey = () => {
    const found = /^#key=(\w+)$/.exec(location.hash);
    if (!isWord(found?.[1])) return null;
    if (keep("sessionStorage", "shown", found[1])) {
      history.replaceState(history.state, "", location.pathname + location.search);
    }
    return found[1];
  };
  const shown = takeKey() ?? keptWord("sessionStorage", "shown");
  const key = shown ?? keptWord("localStorage", "key");
  if (!key) {
    location.replace("/ask");
    return false;
  }
  addEventListener("hashchange", () => { if (takeKey()) location.reload(); });

  const look = keptLook();
  document.documentElement.dataset.theme = look.theme ?? "system";

  // A duplicate of this tab copies its session storage, which has no tab name while this page is open: so the duplicate
  // gets its own session.
  const random = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (each) => each.toString(36)).join("");
  let tab = keptWord("sessionStorage", "tab") ?? random();
  keep("sessionStorage", "tab", null);
  addEventListener("pagehide", () => keep("sessionStorage", "tab", tab));
  addEventListener("pageshow", () => keep("sessionStorage", "tab", null));

  // Not every browser of a phone has a share sheet.
  const shares = typeof navigator.share === "function" ? "yes" : "no";
  const hello = () => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone; // asked each time, as a phone travels
    const said = { ...look, shares, ...(isWord(zone) && { zone }) };
    return new TextEncoder().encode(`\x01${JSON.stringify({ key, tab, look: said })}`);
  };

  const told = (words) => {
    if (words.key) {
      keep("localStorage", "key", words.key);
      keep("sessionStorage", "shown", null);
    }
    if (words.look) keep("localStorage", "look", JSON.stringify(Object.assign(look, words.look)));
  };

  const refuse = () => {
    const other = keptWord("localStorage", "key");
    keep("sessionStorage", "shown", null);
    if (shown && other && other !== key) return location.reload(); // an old address in a browser that has the new key
    keep("localStorage", "key", null);
    if (!ever) return location.replace("/ask");
    refused = lost = true;
    cancel("say", "look", "unanswered");
    disable(true);
    say("refused");
  };

  const timers = {};
  const cancel = (...names) => { for (const name of names) clearTimeout(timers[name]); };
  const after = (name, delay, action) => { cancel(name); timers[name] = setTimeout(action, delay); };

  // --- The banner and the cover ---

  const banner = document.createElement("div");
  banner.id = "scorepad-connection";
  banner.setAttribute("role", "alert"); // the banner must be in the page before its text, or screen readers miss it
  banner.hidden = true;

  // The page has the language of the app; before the app is there, the browser's language counts.
  const texts = () => {
    const wanted = [document.documentElement.lang, navigator.language].map((tag) => tag?.slice(0, 2));
    const language = wanted.find((tag) => tag in given.texts) ?? Object.keys(given.texts)[0];
    return [language, given.texts[language]];
  };

  const say = (what) => {
    const [language, { [what]: text = "" }] = texts();
    if (banner.textContent === text) return;
    banner.lang = language;
    banner.textContent = text;
    banner.hidden = text === "";
  };

  // Parts that do not work cannot be tapped, and screen readers skip them; they stay visible.
  const disable = (disabled) => {
    for (const part of document.body?.children ?? []) if (part !== banner) part.inert = disabled;
  };

  // A picture of the page covers it while Flet's client builds it again.
  const cover = document.createElement("canvas");
  cover.className = "scorepad-cover";
  cover.ariaHidden = "true";
  let before = null;

  const paint = (canvas, width, height) => {
    Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d");
    context.scale(width / innerWidth, height / innerHeight);
    for (const part of document.querySelector("flt-glass-pane")?.shadowRoot?.querySelectorAll("canvas") ?? []) {
      const { x, y, width, height } = part.getBoundingClientRect();
      if (part.width && part.height) context.drawImage(part, x, y, width, height);
    }
    return context;
  };

  const glance = () => paint(document.createElement("canvas"), 32, 32).getImageData(0, 0, 32, 32).data;

  const hide = () => {
    if (cover.isConnected) return;
    before = glance();
    paint(cover, innerWidth * devicePixelRatio, innerHeight * devicePixelRatio);
    banner.before(cover);
  };

  const isAsBefore = () => {
    const difference = glance().reduce((sum, value, index) => sum + Math.abs(value - before[index]), 0);
    return difference < before.length;
  };

  addEventListener("DOMContentLoaded", () => { document.body.append(banner); disable(lost); });
  // Flet's client receives keys wherever the focus is.
  for (const kind of ["keydown", "keyup"]) {
    addEventListener(kind, (event) => { if (lost) event.stopImmediatePropagation(); }, { capture: true });
  }
  // Flet's client hangs if the size of the window has changed while the connection was lost.
  addEventListener("resize", () => {
    resized = true;
    if (lost && !held && cover.isConnected) location.reload();
  });
  addEventListener("pagehide", () => { leaving = true; });
  addEventListener("pageshow", () => { leaving = false; });

  // --- The loss and the return of the server ---

  const lose = () => {
    if (!lost) {
      lost = true;
      disable(true);
      after("say", given.quick, () => say("lost"));
      if (performance.now() - opened > given.settled) attempts = 0;
    }
    after("look", given.retries[Math.min(attempts, given.retries.length - 1)], inquire);
    attempts += 1;
  };

  const ask = async () => {
    try {
      const signal = AbortSignal.timeout(given.answered);
      return await fetch("/", { method: "HEAD", cache: "no-store", signal });
    } catch {
      return null;
    }
  };

  let looking = false;
  const inquire = async () => {
    if (looking || refused) return;
    looking = true;
    const answer = await ask();
    looking = false;
    if (leaving) return;
    if (!answer?.ok) {
      if (lost) say("lost");
      lose();
    } else if (lost) {
      const build = answer.headers.get("ETag");
      const isAnother = build && !build.includes(given.build);
      if (resized || isAnother) location.reload();
      else if (held) release();
      // Drops the websocket unless the server sends a message first; a busy server gets twice the time at each attempt.
      else after("look", given.quick * 2 ** drops, () => { if (lost && !held) socket.drop(); });
    }
  };

  const release = () => {
    const [from, events] = held;
    held = null;
    hide();
    for (const event of events) from.dispatchEvent(new event.constructor(event.type, event));
  };

  const recover = () => {
    if (!lost || refused || held) return;
    cancel("look", "say");
    const latest = performance.now() + given.redrawn;
    const show = (calm) => {
      const done = calm > 1 || performance.now() > latest || !cover.isConnected;
      if (done) resume();
      else after("look", given.recheck, () => show(isAsBefore() ? calm + 1 : 0));
    };
    show(0);
  };

  const resume = () => {
    lost = false;
    cover.remove();
    disable(false);
    if (banner.hidden) return;
    say("back");
    after("say", given.settled, () => say(""));
  };

  const now = () => { if (lost) { cancel("look"); inquire(); } };
  addEventListener("online", now);
  addEventListener("focus", now);
  document.addEventListener("visibilitychange", now);

  window.WebSocket = class extends WebSocket {
    #ends = [];
    #ended = false;
    #answered = false;

    constructor(...settings) {
      super(...settings);
      socket = this;
      // These listeners are the first: an event that they stop does not reach others.
      for (const kind of ["error", "close"]) this.addEventListener(kind, (event) => this.#end(event));
      this.addEventListener("open", () => {
        opened = performance.now();
        super.send(hello());
      });
      this.addEventListener("message", (event) => {
        if (typeof event.data === "string") { // a message for this script, not for Flet's client
          event.stopImmediatePropagation();
          told(JSON.parse(event.data));
        } else if (this === socket) this.#heard();
      });
    }

    #heard() {
      if (!lost) resized = false;
      drops = 0;
      ever = true;
      cancel("unanswered");
      if (!this.#answered || !cover.isConnected) recover();
      this.#answered = true;
    }

    #end(event) {
      if (!event.isTrusted || leaving) return;
      event.stopImmediatePropagation();
      if (this !== socket || this.#ended) return;
      if (event.code === given.no_key) return refuse();
      // A copy of this tab took the session over: from now on, each of the two tabs has its own session.
      if (event.code === given.taken_over) tab = random();
      this.#ends.push(event);
      if (event.type === "close") this.#hold();
    }

    #hold() {
      this.#ended = true;
      held = [this, this.#ends];
      lose();
    }

    // Ends the websocket at once: without a network, a close would take long.
    drop() {
      drops += 1;
      this.#ends.push(new CloseEvent("close", { code: 1006 }));
      this.#hold();
      this.close();
    }

    send(data) {
      if (data.byteLength > given.largest) { // a file that is too large: the server would close the websocket
        super.send(Uint8Array.of(1));
        say("large");
        after("say", 2 * given.settled, () => say(""));
        return;
      }
      super.send(data);
      // Not every message has an answer; but without an answer, the server may be gone.
      after("unanswered", given.answered, inquire);
    }
  };

  return true;
}
