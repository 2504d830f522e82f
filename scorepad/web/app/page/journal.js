// A file system in memory whose every change goes to a log that lasts; fsync means what it means on a disk.
import { decode, encode } from "./log.js";

const SLACK = 4 * 2 ** 20; // bytes that a log may waste
const ENOSPC = 51; // as Emscripten numbers errors

// The records of a log that counts: from its beginning, if that is a whole copy, or else of a log never compacted.
const opened = (store, log) => {
  const raw = store.read(log);
  const { records, end, damaged } = decode(raw);
  const begun = records.find(({ fields }) => fields.op === "begun");
  return { log, raw, records, end, damaged, turn: begun?.fields.turn ?? 0, whole: begun !== undefined };
};

export class Journal {
  #store;
  #log;
  #number; // of the next record
  #end;
  #live = 0; // bytes of the last whole copy
  #turn;
  #unflushed = false;
  pending = null; // a promise, as long as bytes are on their way

  // Opens the logs of a store; `records` are to be replayed, `damaged` is the raw log if records are missing from it.
  constructor(store) {
    this.#store = store;
    const logs = [opened(store, 0), opened(store, 1)].sort((a, b) => b.turn - a.turn || b.records.length - a.records.length);
    const [current, other] = logs;
    this.records = current.records;
    this.damaged = current.damaged ? current.raw : null;
    this.#log = current.log;
    this.#turn = current.turn;
    this.#number = (current.records.at(-1)?.number ?? 0) + 1;
    this.#end = current.end;
    if (current.end < current.raw.length) store.cut(current.log, current.end);
    if (other.raw.length) store.cut(other.log, 0);
  }

  get number() { return this.#number; }

  get wasteful() { return this.#end > SLACK + 2 * this.#live; }

  // Adds changes, pairs of fields and bytes. Throws if the storage is full: nothing is added then.
  add(changes) {
    let number = this.#number;
    const records = changes.map(([fields, bytes]) => encode(number++, fields, bytes));
    const bytes = joined(records);
    this.#wait(this.#store.append(this.#log, bytes));
    this.#number = number;
    this.#end += bytes.length;
    this.#unflushed = true;
  }

  flush() {
    if (this.#unflushed) this.#wait(this.#store.flush(this.#log));
    this.#unflushed = false;
  }

  // Begins the other log with a copy of everything.
  turn(changes) {
    const other = 1 - this.#log, turn = this.#turn + 1;
    let number = this.#number;
    const bytes = joined([...changes, [{ op: "begun", turn }]].map(([fields, content]) => encode(number++, fields, content)));
    try {
      this.#wait(this.#store.append(other, bytes));
      this.#wait(this.#store.flush(other));
    } catch (error) {
      this.#store.cut(other, 0);
      throw error;
    }
    this.#wait(this.#store.cut(this.#log, 0));
    this.#log = other;
    this.#turn = turn;
    this.#number = number;
    this.#end = this.#live = bytes.length;
    this.#unflushed = false;
  }

  #wait(promise) {
    if (!promise) return;
    const all = Promise.all([this.pending, promise]).then(() => {
      if (this.pending === all) this.pending = null;
    });
    this.pending = all;
  }
}

const joined = (parts) => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

// Mounts the files of a journal in Emscripten's file system; returns `commit`, which puts every change into the log.
export const mount = (FS, folder, journal) => {
  const { MEMFS } = FS.filesystems;
  const dirty = new Set();
  let changes = [], replaying = true;

  const pathOf = (node) => FS.getPath(node).slice(folder.length) || "/";
  const inside = (parent, name) => `${pathOf(parent)}/${name}`.replace("//", "/");
  const lives = (node) => node.parent.contents[node.name] === node;
  const logged = new WeakSet(); // files that the log knows: others may go without a word
  const written = (node) => logged.add(node) && [
    { op: "data", path: pathOf(node), mode: node.mode, mtime: node.mtime },
    MEMFS.getFileDataAsTypedArray(node).slice(),
  ];
  const note = (fields) => replaying || changes.push([fields]);
  const touch = (node) => replaying || dirty.add(node);
  // Before a name changes or goes, what was written under it is noted: the order of all changes is kept.
  const settle = () => {
    for (const node of dirty) if (lives(node)) changes.push(written(node));
    dirty.clear();
  };

  const commit = () => {
    const nodes = [...dirty];
    const before = changes.length;
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
      commit();
      journal.flush();
    } catch (error) {
      console.error(error);
      throw new FS.ErrnoError(ENOSPC);
    }
    return 0;
  };

  const everything = (node) => Object.values(node.contents).flatMap((each) =>
    FS.isDir(each.mode) ? [[{ op: "folder", path: pathOf(each), mode: each.mode }], ...everything(each)] : [written(each)]);

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

  let root;
  FS.mkdirTree(folder);
  FS.mount({ ...MEMFS, mount: () => (root = watched(MEMFS.createNode(null, "/", 0o40777, 0))) }, {}, folder);
  for (const { fields, bytes } of journal.records) replay(FS, folder, fields, bytes);
  replaying = false;
  journal.records = null;
  return {
    commit,
    compact() {
      if (!journal.wasteful) return;
      commit();
      journal.turn(everything(root));
    },
  };
};

const replay = (FS, folder, { op, path, mode, from, to }, bytes) => {
  const at = folder + path;
  try {
    if (op === "folder") FS.mkdirTree(at, mode);
    else if (op === "data") {
      FS.mkdirTree(at.slice(0, at.lastIndexOf("/"))); // its own record may be damaged
      FS.writeFile(at, bytes, { mode, canOwn: true });
    } else if (op === "move") FS.rename(folder + from, folder + to);
    else if (op === "gone") FS.isDir(FS.stat(at).mode) ? FS.rmdir(at) : FS.unlink(at);
  } catch (error) {
    if (!(error instanceof FS.ErrnoError)) throw error;
    console.error("journal", op, path ?? from, error.errno); // what it was about is among the damaged records
  }
};
