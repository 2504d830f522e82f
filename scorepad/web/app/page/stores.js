// Where the log lies in a browser. A store holds two logs, 0 and 1; all its methods may throw QuotaExceededError.
//
//     read(log)            its bytes
//     append(log, bytes)   adds bytes
//     cut(log, size)       drops the bytes from there on
//     flush(log)           returns, or returns a promise that resolves, when the bytes would survive a power cut

// The origin's private file system: a write returns when it is done.
export const openFiles = async () => {
  const root = await navigator.storage.getDirectory();
  const handles = [];
  for (const name of ["scorepad-0.log", "scorepad-1.log"]) {
    const file = await root.getFileHandle(name, { create: true });
    handles.push(await unlocked(() => file.createSyncAccessHandle()));
  }
  return {
    read(log) {
      const bytes = new Uint8Array(handles[log].getSize());
      handles[log].read(bytes, { at: 0 });
      return bytes;
    },
    append(log, bytes) {
      const handle = handles[log], end = handle.getSize();
      let written = 0;
      try {
        written = handle.write(bytes, { at: end });
      } finally {
        if (written !== bytes.length) handle.truncate(end);
      }
      if (written !== bytes.length) throw new DOMException("the storage is full", "QuotaExceededError");
    },
    cut: (log, size) => handles[log].truncate(size),
    flush: (log) => handles[log].flush(),
  };
};

// The best store that this browser has; null if it can keep nothing.
export const openStore = async () => {
  try {
    if (globalThis.FileSystemSyncAccessHandle) return await openFiles();
  } catch (error) {
    console.warn(error); // private windows of some browsers refuse files
  }
  try {
    return await openDatabase();
  } catch (error) {
    console.warn(error);
    return null;
  }
};

// The worker of a page that was just closed may hold the files for a moment.
const unlocked = async (open) => {
  for (let tries = 0; ; tries++) {
    try {
      return await open();
    } catch (error) {
      if (tries === 40 || error.name !== "NoModificationAllowedError") throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
};

// IndexedDB, in browsers without such files: each append is a row, by its log and its place in it, and lasts when its
// transaction is complete. Transactions end in their order: the promise of the last one is that of all.
export const openDatabase = async () => {
  const request = indexedDB.open("scorepad", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("rows");
  const database = await settled(request);
  const rows = database.transaction("rows").objectStore("rows");
  const [keys, values] = await Promise.all([settled(rows.getAllKeys()), settled(rows.getAll())]);
  const found = [0, 1].map((log) => {
    const places = keys.flatMap(([of, start], n) => (of === log ? [[start, values[n]]] : []));
    const bytes = new Uint8Array(places.length ? places.at(-1)[0] + places.at(-1)[1].length : 0);
    for (const [start, row] of places) bytes.set(row.subarray(0, bytes.length - start), start);
    return bytes;
  });
  const ends = found.map((bytes) => bytes.length);
  const change = (work) => new Promise((resolve, reject) => {
    const transaction = database.transaction("rows", "readwrite", { durability: "strict" });
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    work(transaction.objectStore("rows"));
    transaction.commit?.();
  });
  return {
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
    cut(log, size) {
      ends[log] = size;
      return change((rows) => rows.delete(IDBKeyRange.bound([log, size], [log, Infinity])));
    },
    flush: () => null,
  };
};

const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
