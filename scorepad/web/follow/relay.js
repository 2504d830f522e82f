// Follows an evening over a relay: an MQTT broker, which keeps the last sealed message. A relay may send hostile bytes;
// the page ignores every message that the secret of the link does not open.
"use strict";

const CONNACK = 2, PUBLISH = 3, SUBACK = 9, PINGRESP = 13;
const PING = 25000, ANSWER = 10000, KEPT = 3000;
const SEALED = 1 + NONCE_BYTES + NUMBER_BYTES + TAG_BYTES, MAX_MESSAGE = MAX_PACK + 1024;
const ascii = new TextEncoder();
const bytesOfText = (words) => { const raw = ascii.encode(words); return [raw.length >> 8, raw.length & 255, ...raw]; };
const packet = (kind, body) => Uint8Array.from([kind, body.length, ...body]); // ours have less than 128 bytes

// The topic and the key of a secret.
async function sealOf(secret) {
  const drawn = await crypto.subtle.importKey("raw", ascii.encode(secret), "HKDF", false, ["deriveBits"]);
  const derived = (purpose, bits) => crypto.subtle.deriveBits(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0), info: ascii.encode(PURPOSES + purpose) }, drawn, bits);
  const topic = Array.from(new Uint8Array(await derived("topic", 128)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { topic: TOPICS + topic, key: await crypto.subtle.importKey("raw", await derived("key", 256), "AES-GCM", false, ["decrypt"]) };
}

// The number and the body of a sealed message; null if the key does not open it.
async function unsealed({ topic, key }, raw) {
  if (raw[0] !== 1) return null;
  const bound = Uint8Array.from([1, ...ascii.encode(topic)]);
  const settings = { name: "AES-GCM", iv: raw.subarray(1, 1 + NONCE_BYTES), additionalData: bound };
  try {
    const plain = new Uint8Array(await crypto.subtle.decrypt(settings, key, raw.subarray(1 + NONCE_BYTES)));
    return { number: Number(new DataView(plain.buffer).getBigUint64(0)), body: plain.subarray(NUMBER_BYTES) };
  } catch {
    return null;
  }
}

// The packets of a broker in a stream of bytes, which websockets cut anywhere. Throws for bytes that no broker sends.
function packets() {
  let rest = new Uint8Array(0);
  return function* (more) {
    const bytes = new Uint8Array(rest.length + more.length);
    bytes.set(rest);
    bytes.set(more, rest.length);
    for (let at = 0; ; ) {
      let length = 0, end = at + 1, cut = false;
      do {
        cut = end >= bytes.length;
        length += (bytes[end] & 127) * 128 ** (end - at - 1);
        if (length > MAX_MESSAGE || end - at > 4) throw new Error("too long");
      } while (!cut && bytes[end++] > 127);
      if (cut || bytes.length < end + length) {
        rest = bytes.slice(at);
        return;
      }
      yield { kind: bytes[at] >> 4, body: bytes.subarray(end, end + length) };
      at = end + length;
    }
  };
}

// One connection to a broker. When it is lost, `ended` resolves to whether the broker had granted the topic.
class Connection {
  constructor(address, topic, came, nothingKept) {
    Object.assign(this, { topic, came, nothingKept, cut: packets(), granted: false, awaited: CONNACK });
    this.ended = new Promise((resolve) => { this.resolve = resolve; });
    this.socket = new WebSocket(address, ["mqtt"]);
    this.due = setTimeout(() => this.end(), ANSWER);
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => this.ask(0x10, [...bytesOfText("MQTT"), 4, 2, 0, 60, ...bytesOfText("")], CONNACK);
    this.socket.onmessage = ({ data }) => this.hear(new Uint8Array(data));
    this.socket.onclose = () => this.end();
  }

  end() {
    [this.due, this.ping, this.kept].forEach(clearTimeout);
    this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.resolve(this.granted);
  }

  ask(kind, body, answer) {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.socket.send(packet(kind, body));
    this.awaited = answer;
    clearTimeout(this.due);
    this.due = setTimeout(() => this.end(), ANSWER);
  }

  hear(raw) {
    clearTimeout(this.ping);
    this.ping = setTimeout(() => this.ask(0xc0, [], PINGRESP), PING);
    try {
      for (const { kind, body } of this.cut(raw)) kind === PUBLISH ? this.published(body) : this.answered(kind, body);
    } catch {
      this.end();
    }
  }

  answered(kind, body) {
    const refused = { [CONNACK]: body[1], [SUBACK]: body[2], [PINGRESP]: 0 }[kind] !== 0;
    if (kind !== this.awaited || refused) throw new Error("refused, or not asked for");
    clearTimeout(this.due);
    this.awaited = 0;
    if (kind === CONNACK) this.ask(0x82, [0, 1, ...bytesOfText(this.topic), 0], SUBACK);
    if (kind !== SUBACK) return;
    this.granted = true;
    this.kept = setTimeout(this.nothingKept, KEPT);
  }

  published(body) {
    const at = 2 + body[0] * 256 + body[1], raw = body.subarray(at); // an empty message removes the kept message
    if (raw.length < SEALED || new TextDecoder().decode(body.subarray(2, at)) !== this.topic) return;
    this.came(raw, () => clearTimeout(this.kept));
  }
}

// The state of an evening by the messages of a relay that the secret has opened so far.
class Told {
  constructor(seal) {
    Object.assign(this, { seal, number: 0, since: null, over: false, waiting: null, opening: null });
  }

  // If messages come faster than they are opened, only the last message counts.
  come(...message) {
    this.waiting = message;
    this.opening ??= this.openAll();
  }

  async openAll() {
    for (let now; (now = this.waiting) !== null; ) {
      this.waiting = null;
      await this.open(...now);
    }
    this.opening = null;
  }

  async open(raw, settle) {
    const opened = await unsealed(this.seal, raw);
    if (opened === null || opened.number < this.number || this.over) return;
    settle();
    this.number = opened.number;
    this.over = opened.body.length === 0;
    if (this.over) return asking.abort();
    if (!show(opened.body)) return state("lost", t("This code is damaged, or made by a later version."));
    this.since = opened.number;
    state("live", t("up to date, {time}", { time: timeOf(this.since) }));
  }

  lost() {
    state("lost", this.since === null ? t("no connection") : t("no connection: this is as of {time}", { time: timeOf(this.since) }));
  }

  nothingKept() {
    state("lost", shown === null ? "" : t("nothing more at the relay: this is as of {time}", { time: timeOf(this.since) }));
    if (shown === null) words(t("Nothing to follow here yet: the relay keeps nothing under this link. This page waits for it."));
  }
}

async function followRelay(relay, secret) {
  const address = /^wss?:/.test(relay) ? relay : `wss://${relay}`;
  if (!globalThis.crypto?.subtle) return words(t("This browser opens what is sealed only on a page with https."));
  const told = new Told(await sealOf(secret));
  for (let failures = 0; !told.over; ) {
    asking = new AbortController();
    try {
      const opened = new Connection(address, told.seal.topic, (...message) => told.come(...message), () => told.nothingKept());
      asking.signal.addEventListener("abort", () => opened.end());
      if (await opened.ended) failures = 0;
    } catch { /* no address of a relay */ }
    await told.opening;
    if (told.over || asking.signal.reason === BACK) continue;
    told.lost();
    await paused(AGAIN[Math.min(failures++, AGAIN.length - 1)] * (0.5 + Math.random())); // not all at once after an outage
  }
  ended();
}
