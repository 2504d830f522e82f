// Keeps the page in sight while the server does not answer, and says so. Runs before Flet's client loads.
//
// Flet's client shows a spinner in place of the page as soon as its websocket closes. So it is told of that only
// once the server answers again: then it connects anew, and the page is as before within a moment.
(given) => {
  "use strict";
  let socket = null; // the one that Flet's client uses
  let held = null; // the events of its end, which Flet's client has not seen
  let lost = false; // what is in sight cannot work
  let refused = false; // the server answers, but not to this browser
  let attempts = 0; // since a connection has lasted
  let opened = 0; // when the last connection began
  let resized = false; // the server may not have heard of the size of the window
  let leaving = false; // the page is being closed

  const timers = {};
  const cancel = (...names) => { for (const name of names) clearTimeout(timers[name]); };
  const after = (name, delay, action) => { cancel(name); timers[name] = setTimeout(action, delay); };

  // --- What the reader sees ---

  const banner = document.createElement("div");
  banner.id = "scorepad-connection";
  banner.setAttribute("role", "alert"); // it is there before it says anything, or screen readers miss that
  banner.hidden = true;

  // The language of the app is that of the page. Before it has come, the browser's counts.
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

  // Nobody can tap what would do nothing, and screen readers do not offer it; it stays in sight.
  const disable = (disabled) => {
    for (const part of document.body?.children ?? []) if (part !== banner) part.inert = disabled;
  };

  // What was in sight is painted over the page while Flet's client builds that anew.
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
  // Flet's client hears keys wherever the focus is.
  for (const kind of ["keydown", "keyup"]) {
    addEventListener(kind, (event) => { if (lost) event.stopImmediatePropagation(); }, { capture: true });
  }
  // Flet's client hangs when its window has another size than the one it left.
  addEventListener("resize", () => {
    resized = true;
    if (lost && !held && cover.isConnected) location.reload();
  });
  addEventListener("pagehide", () => { leaving = true; });
  addEventListener("pageshow", () => { leaving = false; });

  // --- The server goes, and comes back ---

  const lose = () => {
    if (!lost) {
      lost = true;
      disable(true);
      after("say", given.quick, () => say("lost"));
      if (performance.now() - opened > given.settled) attempts = 0;
    }
    after("look", given.pauses[Math.min(attempts, given.pauses.length - 1)], look);
    attempts += 1;
  };

  const ask = async () => {
    try {
      const signal = AbortSignal.timeout(given.patience);
      return await fetch("/", { method: "HEAD", cache: "no-store", signal });
    } catch {
      return null;
    }
  };

  let looking = false;
  const look = async () => {
    if (looking || refused) return;
    looking = true;
    const answer = await ask();
    looking = false;
    if (leaving) return;
    if (given.refusals.includes(answer?.status)) {
      refused = lost = true;
      cancel("say", "unanswered");
      disable(true);
      say("refused");
    } else if (!answer?.ok) {
      if (lost) say("lost");
      lose();
    } else if (lost) {
      const build = answer.headers.get("ETag");
      const isAnother = build && !build.includes(given.build);
      if (resized || isAnother) location.reload();
      else if (held) release();
      else after("look", given.quick, () => { if (lost && !held) socket.drop(); }); // unless it is heard by then
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
      else after("look", given.glances, () => show(isAsBefore() ? calm + 1 : 0));
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

  const now = () => { if (lost) { cancel("look"); look(); } };
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
      // The first listeners: what they stop reaches no other.
      for (const kind of ["error", "close"]) this.addEventListener(kind, (event) => this.#end(event));
      this.addEventListener("open", () => { opened = performance.now(); });
      this.addEventListener("message", () => { if (this === socket) this.#heard(); });
    }

    #heard() {
      if (!lost) resized = false;
      cancel("unanswered");
      if (!this.#answered || !cover.isConnected) recover();
      this.#answered = true;
    }

    #end(event) {
      if (!event.isTrusted || leaving) return;
      event.stopImmediatePropagation();
      if (this !== socket || this.#ended) return;
      this.#ends.push(event);
      if (event.type === "close") this.#hold();
    }

    #hold() {
      this.#ended = true;
      held = [this, this.#ends];
      lose();
    }

    // Over a network that is gone, a close would take long.
    drop() {
      this.#ends.push(new CloseEvent("close", { code: 1006 }));
      this.#hold();
      this.close();
    }

    send(data) {
      super.send(data);
      // Not every message has an answer. But without one, the server may be gone without a word.
      after("unanswered", given.patience, look);
    }
  };
}
