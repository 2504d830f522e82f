// Runs in every page before anything else: switches the accessibility nodes on, finds them and reads them.
(() => {
  const attribute = "flt-semantics-identifier";

  const switchOn = setInterval(() => {
    const button = document.querySelector("flt-semantics-placeholder");
    if (document.querySelector("flt-semantics")) { clearInterval(switchOn); return; }
    if (!button) return;
    // On a phone only a tap in the very middle of the screen counts.
    const { left, top, width, height } = button.getBoundingClientRect();
    const middle = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true };
    button.dispatchEvent(new MouseEvent("click", middle));
  }, 50);

  const all = (name) =>
    [...document.querySelectorAll(`[${attribute}]`)].filter((node) => node.getAttribute(attribute) === name);

  const middle = (node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2, width, height };
  };

  // What a tap in the middle of the node would hit instead of it, if anything.
  const above = (node) => {
    const { x, y } = middle(node);
    const hit = document.elementFromPoint(x, y);
    if (!hit || node.contains(hit) || hit.contains(node)) return null;
    return hit.closest("flt-semantics") ? hit : null;
  };

  // Whether a node lies below the upper edge of the strong action at the foot of the screen, where a tap may miss it.
  const underFoot = (name, { y, height }) => {
    for (const action of ["save", "share", "start", "seat"]) {
      const foot = action === name ? null : find(action);
      const place = foot && middle(foot);
      if (place && place.y + place.height / 2 > innerHeight - 30) return y + height / 2 > place.y - place.height / 2;
    }
    return false;
  };

  // While a view slides away, its nodes are still there beside those of the view below.
  const find = (name) => {
    const nodes = all(name);
    return nodes.find((node) => middle(node).width > 0 && !above(node)) ?? nodes.at(-1) ?? null;
  };

  const words = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return [node.textContent];
    if (node.nodeType !== Node.ELEMENT_NODE) return [];
    const label = node.getAttribute("aria-label") ?? "";
    const value = node.matches("input, textarea") ? node.value : node.getAttribute("aria-valuetext") ?? "";
    return [label, value, ...[...node.childNodes].flatMap(words)];
  };
  const text = (node) => words(node).join(" ").replace(/\s+/g, " ").trim();

  const described = (node) => {
    const name = node.closest(`[${attribute}]`)?.getAttribute(attribute);
    const kind = node.getAttribute("role") ?? node.tagName.toLowerCase();
    return `${kind} ${name ? `'${name}' ` : ""}"${text(node).slice(0, 60)}"`;
  };

  const state = (node) => {
    const inner = node.hasAttribute("role") ? node : node.querySelector("[role], input, textarea") ?? node;
    const role = inner.getAttribute("role") ?? inner.tagName.toLowerCase();
    const found = { role, tabindex: inner.getAttribute("tabindex") };
    for (const { name, value } of inner.attributes) if (name.startsWith("aria-")) found[name.slice(5)] = value;
    return found;
  };

  // True as soon as a condition holds, looked at again after every change; false when patience ends.
  const wait = (holds, patience) => new Promise((resolve) => {
    const finish = (result) => { observer.disconnect(); clearInterval(tick); clearTimeout(timer); resolve(result); };
    const look = () => { if (holds()) finish(true); };
    const observer = new MutationObserver(look);
    const tick = setInterval(look, 50);
    const timer = setTimeout(() => finish(false), patience);
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    look();
  });

  // Milliseconds from the next pointer event to the change that makes a condition true; null when patience ends.
  const timed = (holds, patience) => new Promise((resolve) => {
    let start = null;
    const finish = (result) => { observer.disconnect(); clearTimeout(timer); resolve(result); };
    const look = () => { if (start !== null && holds()) finish(performance.now() - start); };
    const observer = new MutationObserver(look);
    const timer = setTimeout(() => finish(null), patience);
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    addEventListener("pointerdown", () => { start = performance.now(); }, { capture: true, once: true });
  });

  const typing = (name) => {
    const active = document.activeElement;
    return active !== null && active.matches("input, textarea") && find(name)?.contains(active) === true;
  };

  // Flutter takes hold of a field some frames after the focus, and sets it up for the keyboard of a phone.
  const taken = () => document.activeElement?.getAttribute("autocorrect") !== "off";

  // What is typed: the app may act on the last sign at once, and the field is gone before anybody looks.
  let typed = null;
  addEventListener("input", ({ target }) => {
    if (typed && target.value === typed.value && find(typed.name)?.contains(target)) typed.held = true;
  }, { capture: true });
  const kept = () =>
    typed.held || find(typed.name)?.querySelector("input, textarea")?.value === typed.value;

  // What a look at a node gives; it may be drawn anew, and then it is not there for a moment.
  const look = async (name, read, patience) => {
    let seen = null;
    const there = () => { const node = find(name); if (node) seen = read(node); return node !== null; };
    return await wait(there, patience) ? seen : null;
  };

  // What stands still before the server has answered may move yet. It says nothing to a few things only: that it does
  // not is known when three times as long has passed as the slowest of its last answers took.
  const SHORTEST = 200, LONGEST = 1_000, COUNTED = 20;
  let told = -LONGEST, heard = 0;
  const delays = [LONGEST];
  const silence = () => Math.min(LONGEST, Math.max(SHORTEST, 3 * Math.max(...delays)));
  const answered = () => heard > told || performance.now() - told > silence();
  const { send } = WebSocket.prototype, listening = new WeakSet();
  WebSocket.prototype.send = function (data) {
    if (!listening.has(this)) {
      listening.add(this);
      this.addEventListener("message", () => {
        heard = performance.now();
        if (heard - told < LONGEST) delays.push(heard - told);
        delays.splice(0, delays.length - COUNTED);
      });
    }
    told = performance.now();
    return send.call(this, data);
  };

  window.testing = {
    find, text, state, wait, timed, typing, taken, kept, look,
    expect: (name, value) => { typed = { name, value, held: false }; },
    names: () => [...document.querySelectorAll(`[${attribute}]`)].map((node) => node.getAttribute(attribute)),
    says: (name, expected) => { const node = find(name); return node !== null && text(node) === expected; },
    // The middle of a node, once all is answered and it has stood still for two frames; null when it is gone until patience ends.
    still: async (name, patience = 0) => {
      const frame = () => new Promise(requestAnimationFrame);
      for (let last = "", calm = 0; ; await frame()) {
        if (!find(name) && !await wait(() => find(name) !== null, patience)) return null;
        const node = find(name);
        const place = middle(node), key = JSON.stringify(place);
        calm = key === last && answered() ? calm + 1 : 0;
        last = key;
        if (calm < 2) continue;
        const cover = above(node);
        const outside = place.x < 0 || place.y < 0 || place.x > innerWidth || place.y > innerHeight;
        return { ...place, outside, cover: cover && described(cover), foot: underFoot(name, place) };
      }
    },
    // Whether every node has stayed where it is for a while.
    settled: () => {
      let last = "", since = performance.now();
      const places = () => JSON.stringify([...document.querySelectorAll("flt-semantics")].map((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return [x, y, width, height];
      }));
      return wait(() => {
        const now = places();
        if (now !== last) { last = now; since = performance.now(); }
        return performance.now() - since > 120;
      }, 5_000);
    },
  };
})();
