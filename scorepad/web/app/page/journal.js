// A file system in memory that writes every change into a permanent journal; fsync has the same meaning as on a disk.
//
// Two logs take turns. When one log has grown, the other log begins with a copy of all files, which ends with the
// record "begun". From then on the other log counts, and the grown log is emptied.
import { decode, encode } from "./log.js";

const SLACK = 4 * 2 ** 20; // the bytes that a log may waste
const ENOSPC = 51; // Emscripten's number of the error

const opened = (store, log) => {
  const raw = store.read(log);
  const decoded = decode(raw);
  const begun = decoded.records.find(({ fields }) => fields.op === "begun");
  return { log, raw, turn: begun?.fields.turn ?? 0, ...decoded };
};

export class Journal {
  #store;
  #log;
  #number; // the number of the next record
  #end;
  #roomy; // the end of the log from which a copy is worthwhile
  #turn;
  #unflushed = false;
  pending = null; // a promise while bytes are being written; it never rejects
  failed = null; // the error of an earlier write; only a copy of everything repairs the log then

  // Opens a store. `records` have to be replayed; `damaged` has the bytes of the log if records are missing, else null.
  constructor(store) {
    this.#store = store;
    const logs = [opened(store, 0), opened(store, 1)];
    const [current, other] = logs.sort((a, b) => b.turn - a.turn || b.records.length - a.records.length);
    const last = current.records.at(-1)?.number ?? 0;
    this.records = current.records;
    this.damaged = current.damaged || last < store.confirmed ? current.raw : null;
    this.#log = current.log;
    this.#turn = current.turn;
    this.#number = Math.max(last, store.confirmed) + 1;
    this.#end = current.end;
    this.#roomy = SLACK;
    if (this.damaged) return; // the log is not changed until it is set aside
    if (current.end < current.raw.length) this.#wait(store.cut(current.log, current.end));
    if (other.raw.length) this.#wait(store.cut(other.log, 0));
  }

  get wasteful() { return this.#end > this.#roomy; }

  // Adds changes, which are pairs of fields and bytes. Throws if the storage is full; nothing is then added.
  add(changes) {
    const bytes = this.#encoded(changes);
    this.#wait(this.#store.append(this.#log, bytes));
    this.#number += changes.length;
    this.#end += bytes.length;
    this.#unflushed = true;
  }

  flush() {
    if (!this.#unflushed) return;
    const number = this.#number - 1;
    this.#wait(this.#store.flush(this.#log));
    this.#unflushed = false;
    if (this.pending) this.pending.then(() => this.failed ?? this.#store.confirm(number));
    else this.#store.confirm(number);
  }

  // Begins the other log with a copy of everything. Throws if the storage is full; nothing is then changed.
  copy(changes) {
    const turn = this.#turn + 1, all = [...changes, [{ op: "begun", turn }]];
    const bytes = this.#encoded(all);
    this.#roomy = this.#end + SLACK; // after a failure, the copy is tried again when the log has grown
    this.failed = null;
    this.#wait(this.#store.replace(this.#log, bytes));
    this.#log = 1 - this.#log;
    this.#turn = turn;
    this.#number += all.length;
    this.#end = bytes.length;
    this.#roomy = SLACK + 2 * bytes.length;
    this.#unflushed = true;
  }

  #encoded(changes) {
    const records = changes.map(([fields, bytes], n) => encode(this.#number + n, fields, bytes));
    const whole = new Uint8Array(records.reduce((sum, record) => sum + record.length, 0));
    let at = 0;
    for (const record of records) {
      whole.set(record, at);
      at += record.length;
    }
    return whole;
  }

  #wait(promise) {
    if (!promise) return;
    const failed = promise.catch((error) => { this.failed = error; });
    const all = Promise.all([this.pending, failed]).then(() => {
      if (this.pending === all) this.pending = null;
    });
    this.pending = all;
  }
}

// Mounts the files of a journal in Emscripten's file system. Returns
//     commit()    writes every change into the log; throws if the storage is full
//     compact()   copies everything into the other log, if the log wastes space
//     copy()      copies everything in any case
export const mount = (FS, folder, journal) => {
  const { MEMFS } = FS.filesystems;
  const dirty = new Set();
  let changes = [], replaying = true, root;

  const pathOf = (node) => FS.getPath(node).slice(folder.length) || "/";
  const inside = (parent, name) => `${pathOf(parent)}/${name}`.replace("//", "/");
  const lives = (node) => node.parent.contents[node.name] === node;
  const logged = new WeakSet(); // files that are in the log; other files can be removed without a record
  const written = (node) => logged.add(node) && [
    { op: "data", path: pathOf(node), mode: node.mode, mtime: node.mtime },
    MEMFS.getFileDataAsTypedArray(node).slice(),
  ];
  const note = (fields) => replaying || changes.push([fields]);
  const touch = (node) => replaying || dirty.add(node);
  // Before a name is changed or removed, the changed files are noted, so that all changes keep their order.
  const settle = () => {
    for (const node of dirty) if (lives(node)) changes.push(written(node));
    dirty.clear();
  };
  const everything = (node) => Object.values(node.contents).flatMap((each) =>
    FS.isDir(each.mode) ? [[{ op: "folder", path: pathOf(each), mode: each.mode }], ...everything(each)] : [written(each)]);

  const copy = () => {
    journal.copy(everything(root));
    changes = [];
    dirty.clear();
    journal.flush();
  };
  const commit = () => {
    if (journal.failed) copy();
    const nodes = [...dirty], before = changes.length;
    settle();
    if (!changes.length) return;
    try {
      journal.add(changes);
      changes = [];
    } catch (error) {
      changes.length = before;
      for (const node of nodes) dirty.add(node);
      throw error;
    }
  };
  const sync = () => {
    try {
      const { failed } = journal;
      commit();
      journal.flush();
      if (failed) throw failed; // the copy is being written; the next fsync tells whether it succeeded
    } catch (error) {
      console.warn(error);
      throw new FS.ErrnoError(ENOSPC);
    }
    return 0;
  };

  const watched = (node) => {
    const nodeOps = node.node_ops, streamOps = node.stream_ops;
    if (FS.isDir(node.mode)) {
      node.node_ops = {
        ...nodeOps,
        mknod(parent, name, mode, device) {
          const made = watched(MEMFS.createNode(parent, name, mode, device));
          if (FS.isDir(mode)) note({ op: "folder", path: pathOf(made), mode });
          else if (replaying) logged.add(made);
          else touch(made);
          return made;
        },
        rename(node, parent, name) {
          if (!replaying) settle();
          const from = pathOf(node), to = inside(parent, name);
          nodeOps.rename(node, parent, name);
          note({ op: "move", from, to });
        },
        unlink(parent, name) {
          const node = parent.contents[name];
          dirty.delete(node);
          nodeOps.unlink(parent, name);
          if (logged.has(node)) note({ op: "gone", path: inside(parent, name) });
        },
        rmdir(parent, name) {
          nodeOps.rmdir(parent, name);
          note({ op: "gone", path: inside(parent, name) });
        },
      };
      node.stream_ops = { ...streamOps, fsync: sync };
    } else {
      node.node_ops = {
        ...nodeOps,
        setattr(node, attributes) {
          nodeOps.setattr(node, attributes);
          touch(node);
        },
      };
      node.stream_ops = {
        ...streamOps,
        write(stream, ...rest) {
          const size = streamOps.write(stream, ...rest);
          touch(stream.node);
          return size;
        },
        fsync: sync,
      };
    }
    return node;
  };

  FS.mkdirTree(folder);
  FS.mount({ ...MEMFS, mount: () => (root = watched(MEMFS.createNode(null, "/", 0o40777, 0))) }, {}, folder);
  for (const { fields, bytes } of journal.records) replay(FS, folder, fields, bytes);
  replaying = false;
  journal.records = null;
  return { commit, copy, compact: () => journal.wasteful && copy() };
};

const replay = (FS, folder, { op, path, mode, from, to }, bytes) => {
  const at = folder + path;
  try {
    if (op === "folder") FS.mkdirTree(at, mode);
    else if (op === "data") {
      FS.mkdirTree(at.slice(0, at.lastIndexOf("/"))); // the record of the folder may be damaged
      FS.writeFile(at, bytes, { mode, canOwn: true });
    } else if (op === "move") FS.rename(folder + from, folder + to);
    else if (op === "gone") FS.isDir(FS.stat(at).mode) ? FS.rmdir(at) : FS.unlink(at);
  } catch (error) {
    if (!(error instanceof FS.ErrnoError)) throw error;
    console.warn("journal", op, path ?? from, error.errno); // the file is in one of the damaged records
  }
};
