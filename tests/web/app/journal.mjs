// node journal.mjs PYODIDE PAGE DAMAGES: runs the checks below on the files of PAGE, in a real Emscripten file system, and
// prints what each saw, or that it failed, as JSON. A store in memory stands for the browser's.
import path from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, page, damages] = process.argv.slice(2);
const load = (folder, name) => import(pathToFileURL(path.join(folder, name)).href);
const { Journal, mount } = await load(page, "journal.js");
const { crc32, encode, decode } = await load(page, "log.js");
const { loadPyodide } = await load(pyodide, "pyodide.mjs");
const { FS } = await loadPyodide();
console.warn = () => {};

let seed = 1;
const random = (n) => {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff;
  return Math.floor((seed / 0x80000000) * n);
};

// Logs in memory, of at most `room` bytes; `steps` are copies of all that lasts, after each step of a change.
class Memory {
  constructor(logs = [[], []].map(() => new Uint8Array(0)), confirmed = 0) {
    this.logs = logs.map((log) => log.slice());
    this.confirmed = this.marked = confirmed;
    this.room = Infinity;
    this.steps = [];
    this.unsafe = 0; // marks of changes that are not flushed
    this.flushed = true;
  }
  step() { this.steps.push({ logs: this.logs.map((log) => log.slice()), confirmed: this.marked }); }
  set(log, bytes) {
    this.logs[log] = bytes;
    this.step();
  }
  read(log) { return this.logs[log]; }
  cut(log, size) { this.set(log, this.logs[log].slice(0, size)); }
  append(log, bytes) { this.add(log, bytes); }
  add(log, bytes) {
    if (this.logs[0].length + this.logs[1].length + bytes.length > this.room) throw new Error("full");
    this.flushed = false;
    const half = Math.floor(bytes.length / 2), before = this.logs[log];
    for (const size of [half, bytes.length]) this.set(log, new Uint8Array([...before, ...bytes.subarray(0, size)]));
  }
  replace(log, bytes) {
    this.logs[1 - log] = new Uint8Array(0);
    this.add(1 - log, bytes);
    this.set(log, new Uint8Array(0));
  }
  flush() { this.flushed = true; }
  confirm(number) {
    if (!this.flushed) this.unsafe++;
    this.marked = number;
  }
}

// As IndexedDB: a change is there a moment later, and not at all if the storage is full then.
class Slow extends Memory {
  last = Promise.resolve();
  later(work) { return (this.last = this.last.then(() => new Promise((resolve) => setTimeout(resolve, 1))).then(work)); }
  append(log, bytes) { return this.later(() => super.append(log, bytes)); }
  cut(log, size) { return this.later(() => super.cut(log, size)); }
  replace(log, bytes) {
    this.last = this.last.catch(() => {});
    return this.later(() => {
      const before = this.logs.slice();
      try {
        super.replace(log, bytes);
      } catch (error) {
        this.logs = before;
        throw error;
      }
    });
  }
}

// A record whose checksum is right, whatever its payload says.
const sealed = (number, text, size) => {
  const like = encode(number, { op: "x".repeat(new TextEncoder().encode(text).length) });
  const json = new TextEncoder().encode(text), head = like.subarray(0, 16), payload = new Uint8Array(4 + json.length);
  new DataView(payload.buffer).setUint32(0, size ?? json.length, true);
  payload.set(json, 4);
  const record = new Uint8Array([...head, ...payload]), view = new DataView(record.buffer);
  view.setUint32(4, payload.length, true);
  view.setUint32(12, crc32(record.subarray(4, 12), record.subarray(16)), true);
  return record;
};

let mounts = 0;
const open = (store) => {
  const folder = `/m${mounts++}`, journal = new Journal(store), damaged = journal.damaged !== null;
  const files = mount(FS, folder, journal);
  return { folder, journal, damaged, ...files, close: () => FS.unmount(folder) };
};
const contents = (folder, below = "") => Object.fromEntries(
  FS.readdir(folder + below).filter((name) => !name.startsWith(".")).sort().flatMap((name) => {
    const at = `${below}/${name}`;
    if (!FS.isDir(FS.stat(folder + at).mode)) return [[at, FS.readFile(folder + at, { encoding: "utf8" })]];
    return [[at, null], ...Object.entries(contents(folder, at))];
  }));
const state = (folder) => JSON.stringify(contents(folder));
const sync = (path) => {
  const stream = FS.open(path, "r+");
  try {
    stream.stream_ops.fsync(stream);
  } finally {
    FS.close(stream);
  }
};
// As the history writes a file: a new one beside it, synced, then renamed.
const save = (folder, name, text) => {
  const path = `${folder}/${name}`;
  FS.writeFile(`${path}.tmp`, text);
  sync(`${path}.tmp`);
  if (FS.analyzePath(path).exists) FS.rename(path, `${path}.bak`);
  FS.rename(`${path}.tmp`, path);
  sync(path);
};
const change = (opened, turn) => {
  const { folder } = opened, name = `f${random(6)}`;
  const kind = random(10);
  if (kind < 6) save(folder, name, `${turn}:`.padEnd(20 + random(300), "x"));
  else if (kind === 6 && FS.analyzePath(`${folder}/${name}`).exists) FS.unlink(`${folder}/${name}`);
  else if (kind === 7) FS.mkdirTree(`${folder}/d${random(3)}`);
  else if (kind === 8) FS.writeFile(`${folder}/draft`, `${turn}`);
  else if (kind === 9) opened.copy();
};

const checks = {
  // What is written is there again, after any number of changes and starts.
  again(count) {
    let same = 0;
    const store = new Memory();
    for (let n = 0; n < count; n++) {
      const opened = open(store);
      for (let turn = 0; turn < random(12); turn++) change(opened, n * 100 + turn);
      opened.commit();
      opened.journal.flush();
      const before = state(opened.folder);
      opened.close();
      const next = open(Object.assign(store, { confirmed: store.marked, steps: [] }));
      if (state(next.folder) === before && !next.damaged) same++;
      next.close();
    }
    return { same, unsafe: store.unsafe };
  },

  // A kill between any two steps of the store: what was synced is there, nothing is reported.
  kill(count) {
    let lost = 0, wrong = 0, reported = 0, kills = 0;
    while (kills < count) {
      const store = new Memory(), opened = open(store), states = new Set([state(opened.folder)]);
      const synced = []; // the newest synced state, for each step
      for (let turn = 0; turn < 15; turn++) {
        const before = store.steps.length;
        if (random(4) === 0) opened.copy();
        save(opened.folder, `f${random(3)}`, `${turn}:`.padEnd(random(200), "y"));
        states.add(state(opened.folder));
        for (let n = before; n < store.steps.length - 1; n++) synced.push(turn - 1);
        synced.push(turn);
      }
      store.steps.forEach((step, n) => {
        const next = open(new Memory(step.logs, step.confirmed)), files = contents(next.folder);
        const newest = Math.max(-1, ...Object.values(files).map((text) => parseInt(text)));
        kills++;
        if (newest < synced[n]) lost++;
        if (Object.values(files).some((text) => text !== "" && !/^\d+:y*$/.test(text))) wrong++;
        if (next.damaged) reported++;
        next.close();
      });
      opened.close();
    }
    return { kills, lost, wrong, reported };
  },

  // A write that a kill cut off anywhere: nothing is reported, and what is saved next is there at the start after it.
  torn() {
    let seen = 0, reported = 0, lost = 0;
    const whole = new Memory(), opened = open(whole);
    save(opened.folder, "a", "old");
    const before = whole.logs[0].length, { marked } = whole;
    save(opened.folder, "b", "cut off");
    opened.close();
    for (let size = before + 1; size < whole.logs[0].length; size++) {
      const store = new Memory([whole.logs[0].slice(0, size), whole.logs[1]], marked);
      for (const name of ["c", "d"]) {
        const next = open(Object.assign(store, { confirmed: store.marked }));
        save(next.folder, name, "new");
        if (next.damaged) reported++;
        next.close();
      }
      const last = open(Object.assign(store, { confirmed: store.marked })), files = contents(last.folder);
      if (last.damaged) reported++;
      if (files["/a"] !== "old" || files["/c"] !== "new" || files["/d"] !== "new") lost++;
      last.close();
      seen++;
    }
    return { seen: seen > 100, reported, lost };
  },

  // Bytes changed, zeroed, cut or put in anywhere: no file is served that was never written, and a loss is reported.
  damage(count) {
    let served = 0, silent = 0, unread = 0, reported = 0;
    for (let n = 0; n < count; n++) {
      const store = new Memory(), opened = open(store), texts = new Set();
      for (let turn = 0; turn < 12; turn++) {
        const text = `${n}.${turn}:`.padEnd(20 + random(200), "z");
        texts.add(text);
        save(opened.folder, `f${turn % 5}`, text);
        if (random(8) === 0) opened.copy();
      }
      const whole = contents(opened.folder);
      opened.close();
      const log = store.logs[0].length ? 0 : 1;
      let bytes = store.logs[log].slice();
      const at = random(bytes.length), size = 1 + random(64);
      if (n % 4 === 0) bytes[at] ^= 1 << random(8);
      else if (n % 4 === 1) bytes.fill(0, at, at + size);
      else if (n % 4 === 2) bytes = bytes.slice(0, at);
      else bytes = new Uint8Array([...bytes.subarray(0, at), ...bytes.subarray(0, size), ...bytes.subarray(at)]);
      store.logs[log] = bytes;
      const next = open(new Memory(store.logs, store.marked)), files = contents(next.folder);
      if (Object.values(files).some((text) => !texts.has(text))) served++;
      const same = JSON.stringify(files) === JSON.stringify(whole);
      if (next.damaged) reported++;
      if (!same && !next.damaged) silent++;
      // Damage in one place costs one record, and so at most two files their newest version; a cut costs more.
      if (n % 4 !== 2 && Object.keys(whole).filter((name) => files[name] !== whole[name]).length > 8) unread++;
      next.close();
    }
    return { served, silent, unread, reported };
  },

  // A record whose checksum is right, and whose fields are none of ours: the start goes on without it, and reports it.
  spoilt() {
    const seen = {};
    const deep = "[".repeat(100000);
    const payloads = [
      "", "{", "null", "5", "[]", '"op"', "{}", deep, '{"op":5}', '{"op":"data"}'.slice(0, -1),
      '{"op":"data","path":5}', '{"op":"data","path":"/../up"}', '{"op":"move","from":"/a","to":null}',
      '{"op":"folder","path":"/a","mode":"x"}', '{"op":"begun","turn":"9"}', '{"op":"begun","turn":1.5}',
    ];
    for (const [n, text] of payloads.entries()) for (const size of [undefined, 2 ** 31]) {
      const store = new Memory(), opened = open(store);
      save(opened.folder, "a", "old");
      opened.close();
      const { records } = decode(store.logs[0]), number = records.at(-1).number + 1;
      store.append(0, sealed(number, text, size));
      store.append(0, encode(number + 1, { op: "data", path: "/b", mode: 0o100644, mtime: 0 }, new TextEncoder().encode("new")));
      const next = open(new Memory(store.logs, number + 1)), files = contents(next.folder);
      seen[`${n} ${size ?? ""}`] = files["/a"] === "old" && files["/b"] === "new" && next.damaged;
      next.close();
    }
    return { cases: Object.keys(seen).length, wrong: Object.keys(seen).filter((name) => !seen[name]) };
  },

  // A damaged log is copied, and the next start has nothing to report.
  mended() {
    const store = new Memory(), opened = open(store);
    for (let turn = 0; turn < 5; turn++) save(opened.folder, `f${turn}`, `${turn}`);
    opened.close();
    store.logs[0][Math.floor(store.logs[0].length / 2)] ^= 1;
    const next = open(Object.assign(store, { confirmed: store.marked }));
    next.copy();
    const before = state(next.folder), first = next.damaged;
    next.close();
    const last = open(Object.assign(store, { confirmed: store.marked }));
    return { first, then: last.damaged, same: state(last.folder) === before };
  },

  // No room: fsync fails, nothing that was synced is lost, and with room again all is saved.
  quota() {
    const store = new Memory(), opened = open(store);
    save(opened.folder, "a", "old");
    store.room = store.logs[0].length + 100;
    let failed = null;
    try {
      save(opened.folder, "a", "n".repeat(1000));
    } catch (error) {
      failed = error.errno;
    }
    FS.unlink(`${opened.folder}/a.tmp`);
    const between = contents(open(new Memory(store.logs, store.marked)).folder);
    store.room = Infinity;
    save(opened.folder, "a", "new");
    return { failed, between, after: contents(open(new Memory(store.logs, store.marked)).folder) };
  },

  // The same where a write fails later: from then on fsync fails, until a copy of everything is there.
  async slow() {
    const store = new Slow(), opened = open(store), { journal } = opened;
    const settled = async () => { while (journal.pending) await journal.pending; };
    save(opened.folder, "a", "old");
    await settled();
    const early = journal.failed;
    store.room = store.logs[0].length + 100;
    save(opened.folder, "b", "n".repeat(1000));
    await settled();
    const failed = String(journal.failed);
    const between = contents(open(new Memory(store.logs, store.marked)).folder);
    let refused = 0;
    try { sync(`${opened.folder}/b`); } catch { refused++; }
    await settled();
    store.room = Infinity;
    try { sync(`${opened.folder}/b`); } catch { refused++; }
    await settled();
    sync(`${opened.folder}/b`);
    await settled();
    const after = open(new Memory(store.logs, store.marked));
    return { early, failed, between, refused, now: journal.failed, same: state(after.folder) === state(opened.folder), damaged: after.damaged };
  },

  // The log of a newer scorepad is not touched.
  newer() {
    const store = new Memory(), opened = open(store);
    save(opened.folder, "a", "1");
    store.logs[0][3]++;
    try {
      decode(store.logs[0]);
    } catch (error) {
      return { refused: error.constructor.name };
    }
    return { records: decode(store.logs[0]).records.length };
  },
};
const counts = { again: 100, kill: 300, damage: Number(damages) };
const seen = {};
for (const [name, check] of Object.entries(checks)) {
  seed = 1;
  try {
    seen[name] = await check(counts[name]);
  } catch (error) {
    seen[name] = String(error.stack ?? error);
  }
}
console.log(JSON.stringify(seen));
process.exit(0);
