// node stores.mjs PAGE: runs the checks below on the stores of PAGE, and prints what each saw as JSON. Files and a database
// in memory, with room for so many bytes, stand for the browser's.
import path from "node:path";
import { pathToFileURL } from "node:url";

const [page] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(path.join(page, name)).href);
const { openStore } = await load("stores.js");
const { Journal } = await load("journal.js");
console.warn = () => {};

let room, files, tables, busy;
const full = () => new DOMException("full", "QuotaExceededError");
const sum = (sizes) => [...sizes].reduce((a, b) => a + b, 0);

// The origin's private file system: a write takes what there is room for.
class Handle {
  constructor(name) { this.name = name; }
  get bytes() { return files.get(this.name); }
  getSize() { return this.bytes.length; }
  read(into, { at }) { into.set(this.bytes.subarray(at, at + into.length)); }
  write(bytes, { at }) {
    const free = room - sum([...files.values()].map(({ length }) => length)), part = bytes.subarray(0, Math.max(0, free));
    files.set(this.name, new Uint8Array([...this.bytes.subarray(0, at), ...part]));
    return part.length;
  }
  truncate(size) { files.set(this.name, this.bytes.slice(0, size)); }
  flush() {}
  close() {}
}
const folder = {
  getDirectoryHandle: async () => folder,
  async getFileHandle(name) {
    if (!files.has(name)) files.set(name, new Uint8Array(0));
    const createSyncAccessHandle = async () => {
      if (busy-- > 0) throw new DOMException("busy", "NoModificationAllowedError");
      return new Handle(name);
    };
    return { createSyncAccessHandle };
  },
  async *keys() { yield* files.keys(); },
  removeEntry: async (name) => files.delete(name),
};
Object.defineProperty(globalThis, "navigator", { value: { storage: { getDirectory: async () => folder } } });

// A database: a transaction is complete when no request is under way, and aborted if there is no room then.
globalThis.IDBKeyRange = { bound: ([log, from]) => ({ has: (key) => key[0] === log && key[1] >= from }) };
const transaction = (name) => {
  const table = new Map(tables[name]), order = (a, b) => (a[0] - b[0] || a[1] - b[1] || (a < b ? -1 : 1));
  const keys = () => [...table.keys()].map((key) => JSON.parse(key)).sort(order);
  const opened = {};
  let waiting = 0;
  const end = () => {
    const size = sum([...table.values()].map((value) => value?.length ?? 0));
    if (size <= room) tables[name] = table;
    else opened.error = full();
    (size <= room ? opened.oncomplete : opened.onabort)?.();
  };
  const request = (result) => {
    const asked = { result };
    waiting++;
    setTimeout(() => {
      asked.onsuccess?.();
      setTimeout(() => --waiting || end());
    });
    return asked;
  };
  opened.objectStore = () => ({
    get: (key) => request(table.get(JSON.stringify(key))),
    getAll: () => request(keys().map((key) => table.get(JSON.stringify(key)))),
    getAllKeys: () => request(keys()),
    put: (value, key) => request(table.set(JSON.stringify(key), value)),
    delete: (which) => request(keys().filter((key) => which.has?.(key) ?? key === which)
      .forEach((key) => table.delete(JSON.stringify(key)))),
  });
  return opened;
};
const database = { open: () => {
  const asked = { result: { transaction } };
  setTimeout(() => asked.onsuccess());
  return asked;
} };
const none = { open: () => { throw new Error("refused"); } };

const browser = ({ withFiles, withDatabase }) => {
  room = Infinity;
  files = new Map();
  tables = { rows: new Map(), marks: new Map(), aside: new Map() };
  busy = 0;
  globalThis.indexedDB = withDatabase ? database : none;
  if (withFiles) globalThis.FileSystemSyncAccessHandle = Handle;
  else delete globalThis.FileSystemSyncAccessHandle;
};
const used = () => sum([...files.values(), ...tables.rows.values()].map(({ length }) => length));
const open = async () => new Journal(await openStore("app"));
const settled = async (journal) => { while (journal.pending) await journal.pending; };
const record = (name, size = 10) => [{ op: "data", path: name }, new Uint8Array(size)];
const save = async (journal, name, size) => {
  let failed = null;
  try {
    journal.add([record(name, size)]);
    journal.flush();
  } catch (error) {
    failed = error.name;
  }
  await settled(journal);
  await new Promise((resolve) => setTimeout(resolve, 20)); // the mark of what is flushed
  return failed ?? journal.failed?.name ?? null;
};
// What another start would find; what it changes is taken back.
const there = async () => {
  const before = [new Map(files), { ...tables }], journal = await open();
  await settled(journal);
  [files, tables] = before;
  return { paths: journal.records.map(({ fields }) => fields.path).filter(Boolean), damaged: journal.damaged !== null };
};

const checks = {
  // A write for which there is no room leaves nothing behind, and with room again all is saved.
  async "full files"() {
    browser({ withFiles: true, withDatabase: true });
    busy = 3; // the page that was closed holds them for a moment
    const journal = await open();
    await save(journal, "a");
    room = used() + 50;
    const failed = await save(journal, "b", 1000);
    let copied = null;
    try {
      journal.copy([record("a", 1000)]);
    } catch (error) {
      copied = error.name;
    }
    const between = await there();
    room = Infinity;
    return { failed, copied, between, again: await save(journal, "c"), after: await there() };
  },

  // A kill within a write: what is saved next can be read again.
  async "torn files"() {
    browser({ withFiles: true });
    const journal = await open();
    await save(journal, "a");
    await save(journal, "b");
    files.set("0.log", files.get("0.log").slice(0, -5));
    await save(await open(), "c");
    return there();
  },

  // In a browser without files: a row for each write, which lasts when its transaction is complete.
  async "full database"() {
    browser({ withDatabase: true });
    const journal = await open();
    await save(journal, "a");
    room = used() + 50;
    const failed = await save(journal, "b", 1000), still = await save(journal, "c"), between = await there();
    room = Infinity;
    journal.copy([record("a"), record("c")]);
    journal.flush();
    await settled(journal);
    return { failed, still, between, again: await save(journal, "d"), after: await there() };
  },

  // A record that was confirmed and is gone is missed; the damaged log is put aside, and of those the newest are kept.
  async damaged() {
    const seen = {};
    for (const withFiles of [true, false]) {
      browser({ withFiles, withDatabase: true });
      const journal = await open();
      await save(journal, "a");
      await save(journal, "b");
      if (withFiles) files.set("0.log", files.get("0.log").slice(0, -5));
      else tables.rows.delete([...tables.rows.keys()].at(-1));
      const { damaged } = await there(), names = [];
      const store = await openStore("app");
      for (let n = 0; n < 5; n++) {
        names.push(await store.setAside(Uint8Array.of(n)));
        await new Promise((resolve) => setTimeout(resolve, 5)); // they are named after the time
      }
      const kept = withFiles
        ? [...files.keys()].filter((name) => name.startsWith("damaged-"))
        : [...tables.aside.keys()].map((key) => JSON.parse(key));
      seen[withFiles ? "files" : "database"] = { damaged, newest: kept.sort().join() === names.slice(-3).join() };
    }
    return seen;
  },

  // Marks and rows that this app has not written: the store opens, and what is sound in it is there.
  async spoilt() {
    const seen = [];
    const look = async () => {
      seen.push((await there()).paths.join());
      await new Promise((resolve) => setTimeout(resolve, 20)); // its transactions end
    };
    const marks = ["7", -1, 1.5, NaN, Infinity, 2 ** 40, {}, [], null, true, new Uint8Array(3)];
    for (const mark of marks) {
      browser({ withDatabase: true });
      await save(await open(), "a");
      tables.marks.set(JSON.stringify("confirmed"), mark);
      await save(await open(), "b");
      await look();
    }
    const rows = [[[0, 2 ** 50], new Uint8Array(1)], [[0, -1], new Uint8Array(1)], [[0, "x"], new Uint8Array(1)],
      ["x", new Uint8Array(1)], [[0, 10 ** 6], "text"], [[0, 10 ** 6], null], [[1, 0.5], new Uint8Array(1)]];
    for (const [key, value] of rows) {
      browser({ withDatabase: true });
      await save(await open(), "a");
      tables.rows.set(JSON.stringify(key), value);
      await look();
    }
    return seen;
  },

  async nothing() {
    browser({});
    return await openStore("app");
  },
};
const seen = {};
for (const [name, check] of Object.entries(checks)) seen[name] = await check().catch((error) => String(error.stack));
console.log(JSON.stringify(seen));
