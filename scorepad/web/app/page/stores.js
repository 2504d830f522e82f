// Stores for the journal in a browser. A store has two logs, 0 and 1:
//
//     read(log)               the bytes of the log
//     cut(log, size)          drops the bytes after this size
//     append(log, bytes)      adds bytes
//     replace(log, bytes)     begins the other log with these bytes, and empties this log; on an error, changes nothing
//     flush(log)              makes the bytes survive a power cut
//     confirmed, confirm(n)   the number of the newest flushed record: stored separately, a little later
//     setAside(bytes)         keeps the bytes of a damaged log; resolves to their name
//
// Methods that change something throw QuotaExceededError if the storage is full, or return a promise that may reject
// with it; after that, only `replace` repairs the log.

const ASIDE = 3; // the number of damaged logs that are kept
const MOST = 2 ** 31; // the most bytes, and the most records, of a log: no browser has room for more

// The best store of this browser for the web app of this name; null if the browser cannot store anything.
export const openStore = async (app) => {
  const database = await openDatabase(app).catch(refused);
  const marks = database && (await openMarks(database).catch(refused));
  if (globalThis.FileSystemSyncAccessHandle) {
    const files = await openFiles(app, marks ?? NO_MARKS).catch(refused);
    if (files) return files;
  }
  return marks && openRows(database, marks).catch(refused);
};

const refused = (error) => {
  console.warn(error); // private windows of some browsers refuse one or both kinds of storage
  return null;
};

const NO_MARKS = { confirmed: 0, confirm() {} };

// The origin's private file system, in which a write is done when it returns.
const openFiles = async (app, marks) => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(encodeURIComponent(app), { create: true });
  const handles = [];
  for (const name of ["0.log", "1.log"]) handles.push(await openFile(folder, name));
  const append = (log, bytes) => {
    const handle = handles[log], end = handle.getSize();
    let written = 0;
    try {
      written = handle.write(bytes, { at: end });
    } finally {
      if (written !== bytes.length) handle.truncate(end);
    }
    if (written !== bytes.length) throw new DOMException("the storage is full", "QuotaExceededError");
  };
  return {
    ...marks,
    read(log) {
      const bytes = new Uint8Array(handles[log].getSize());
      handles[log].read(bytes, { at: 0 });
      return bytes;
    },
    append,
    replace(log, bytes) {
      const other = 1 - log;
      try {
        handles[other].truncate(0);
        append(other, bytes);
        handles[other].flush();
      } catch (error) {
        handles[other].truncate(0);
        throw error;
      }
      handles[log].truncate(0);
    },
    cut: (log, size) => handles[log].truncate(size),
    flush: (log) => handles[log].flush(),
    async setAside(bytes) {
      const names = [];
      for await (const name of folder.keys()) if (name.startsWith("damaged-")) names.push(name);
      for (const name of names.sort().reverse().slice(ASIDE - 1)) await folder.removeEntry(name);
      const name = asideName();
      const handle = await openFile(folder, name);
      try {
        handle.write(bytes, { at: 0 });
        handle.flush();
      } finally {
        handle.close();
      }
      return name;
    },
  };
};

const openFile = async (folder, name) => {
  const file = await folder.getFileHandle(name, { create: true });
  for (let tries = 0; ; tries++) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      // The worker of a page that was just closed may hold the file for a moment.
      if (tries === 40 || error.name !== "NoModificationAllowedError") throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
};

const asideName = () => `damaged-${new Date().toISOString().replace(/[:.]/g, "-")}.log`;

const openDatabase = async (app) => {
  const request = indexedDB.open(app, 1);
  request.onupgradeneeded = () => {
    for (const name of ["rows", "marks", "aside"]) request.result.createObjectStore(name);
  };
  return settled(request);
};

const openMarks = async (database) => {
  const found = await settled(database.transaction("marks").objectStore("marks").get("confirmed"));
  const confirmed = Number.isInteger(found) && found >= 0 && found < MOST ? found : 0; // it may be damaged
  let wanted = confirmed, writing = false;
  const write = async () => {
    writing = true;
    for (let written = null; written !== wanted; ) {
      written = wanted;
      await changed(database, "marks", (marks) => marks.put(written, "confirmed"));
    }
    writing = false;
  };
  return {
    confirmed,
    confirm(number) {
      wanted = number;
      if (!writing) write().catch(refused).finally(() => (writing = false));
    },
  };
};

// Whether `append` can have written this row; any other row is damaged, and the log lacks its bytes.
const isRow = (key, bytes) => Array.isArray(key) && Number.isInteger(key[1]) && key[1] >= 0
  && bytes instanceof Uint8Array && key[1] + bytes.length <= MOST;

// IndexedDB, for browsers without the files of `openFiles`. Each append is a row; its key has its log and its place.
// The row is permanent when its transaction is complete. A transaction begins after the success of the previous one.
const openRows = async (database, marks) => {
  const rows = database.transaction("rows").objectStore("rows");
  const [keys, values] = await Promise.all([settled(rows.getAllKeys()), settled(rows.getAll())]);
  const found = [0, 1].map((log) => {
    const places = keys.flatMap((key, n) => (isRow(key, values[n]) && key[0] === log ? [[key[1], values[n]]] : []));
    const bytes = new Uint8Array(places.length ? places.at(-1)[0] + places.at(-1)[1].length : 0);
    for (const [start, row] of places) bytes.set(row.subarray(0, bytes.length - start), start);
    return bytes;
  });
  const ends = found.map((bytes) => bytes.length);
  let last = Promise.resolve();
  const change = (work) => (last = last.then(() => changed(database, "rows", work)));
  const from = (log, size) => IDBKeyRange.bound([log, size], [log, Infinity]);
  return {
    ...marks,
    read(log) {
      const bytes = found[log];
      found[log] = null;
      return bytes;
    },
    append(log, bytes) {
      const start = ends[log];
      ends[log] += bytes.length;
      return change((rows) => rows.put(bytes, [log, start]));
    },
    replace(log, bytes) {
      last = last.catch(() => {});
      ends[log] = 0;
      ends[1 - log] = bytes.length;
      return change((rows) => {
        rows.delete(from(1 - log, 0));
        rows.put(bytes, [1 - log, 0]);
        rows.delete(from(log, 0));
      });
    },
    cut(log, size) {
      ends[log] = size;
      return change((rows) => rows.delete(from(log, size)));
    },
    flush: () => null,
    async setAside(bytes) {
      const name = asideName();
      await changed(database, "aside", async (aside) => {
        aside.put(bytes, name);
        const names = await settled(aside.getAllKeys());
        for (const old of names.sort().reverse().slice(ASIDE)) aside.delete(old);
      });
      return name;
    },
  };
};

// Resolves when the changes of `work` survive a power cut.
const changed = (database, name, work) => new Promise((resolve, reject) => {
  const transaction = database.transaction(name, "readwrite", { durability: "strict" });
  transaction.oncomplete = () => resolve();
  transaction.onabort = () => reject(transaction.error ?? new DOMException("not saved", "AbortError"));
  work(transaction.objectStore(name));
});

const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
