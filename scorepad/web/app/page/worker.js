// Runs Python: from a snapshot of its memory, or else from compiled modules, and then keeps a snapshot for next time.
//
// To the page: a Uint8Array is a message for Flet's client; an object has one of
//     waiting   whether another tab or window keeps this one waiting
//     alone     no other scorepad runs: nothing is opened yet
//     started   true
//     failed    {reason, details}: "newer", "snapshot" or "python"
//     ask       a Request of ui/web_app.py
//     times     milliseconds since the start of the worker
// From the page: a Uint8Array is a message of Flet's client; an object has one of
//     start     {url, language, browser}, the fields of Browser in ui/web_app.py
//     changed   fields of Browser that have changed
import { prepareCanvas } from "./canvas.js";
import { Journal, mount } from "./journal.js";
import { NewerFormat } from "./log.js";
import { loadPyodide } from "./pyodide/pyodide.mjs";
import createModule from "./pyodide/pyodide.asm.mjs";
import { loadPython, writeFiles } from "./python.js";
import { openStore } from "./stores.js";

const IDLE = 3000; // milliseconds without a message until the log is compacted

// One host may serve several web apps, each in a folder of its own: nothing that they keep is shared.
const APP = `scorepad ${new URL("./", import.meta.url).pathname}`;
const settings = Object.fromEntries(new URLSearchParams(location.search));
const SNAPSHOTS = `${APP} snapshot`;
const SNAPSHOT = new URL(`snapshot?${settings.version}`, import.meta.url).href;
const times = {};
const mark = (name) => (times[name] ??= Math.round(performance.now()));
mark("worker");

const pack = async (name) => {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const bytes = new Uint8Array(await new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  const size = new DataView(bytes.buffer).getUint32(0, true);
  let at = 4 + size;
  return Object.entries(JSON.parse(new TextDecoder().decode(bytes.subarray(4, at))))
    .map(([path, length]) => [path, bytes.subarray(at, (at += length))]);
};

const keptSnapshot = async () => {
  const cache = await caches.open(SNAPSHOTS);
  const answer = await cache.match(SNAPSHOT);
  return answer && new Uint8Array(await answer.arrayBuffer());
};
const keepSnapshot = async (bytes) => {
  const cache = await caches.open(SNAPSHOTS);
  for (const each of await cache.keys()) if (each.url !== SNAPSHOT) await cache.delete(each);
  await cache.put(SNAPSHOT, new Response(bytes));
};

// One scorepad at a time: another tab waits until this one is closed.
const opened = (async () => {
  const patience = setTimeout(() => postMessage({ waiting: true }), 1000);
  await new Promise((resolve) => navigator.locks.request(APP, () => {
    resolve();
    return new Promise(() => {}); // until the worker ends
  }));
  clearTimeout(patience);
  postMessage({ waiting: false });
  postMessage({ alone: true });
  const store = await openStore(APP);
  mark("store");
  return store;
})();
const asked = new Promise((resolve) => {
  onmessage = ({ data }) => data.start && resolve(data.start);
});

// The files of the app; without a store they are in memory only. `lost` is the name of a damaged log.
const openFiles = async (FS, store) => {
  if (store === null) {
    FS.mkdirTree("/data");
    return { keeps: false, lost: null, journal: { pending: null, failed: null }, files: { commit() {}, compact() {} } };
  }
  const journal = new Journal(store);
  const files = mount(FS, "/data", journal);
  let lost = null;
  if (journal.damaged) {
    try {
      lost = await store.setAside(journal.damaged);
      files.copy();
    } catch (error) {
      console.warn(error); // the damaged log stays in use, and is reported again
      lost ??= "scorepad.log";
    }
    journal.damaged = null;
  }
  return { keeps: true, lost, journal, files };
};

const run = async () => {
  const snapshot = settings.plain ? undefined : await keptSnapshot().catch(() => undefined);
  if (snapshot) reason = "snapshot";
  const first = pack(settings.first);
  const python = await loadPython({
    loadPyodide, createModule, files: snapshot ? [] : first, snapshot,
    stdout: (text) => console.log(text), stderr: (text) => console.warn(text),
  });
  mark("python");
  const addFiles = (contents) => {
    writeFiles(python.FS, contents);
    python.runPython("import importlib; importlib.invalidate_caches()");
  };
  let taken = null;
  if (!snapshot) {
    python.runPython("import start; start.prepare()");
    mark("imported");
    if (!settings.plain) taken = python.makeMemorySnapshot();
  } else addFiles(await first); // a snapshot is without files
  const start = python.pyimport("start");
  const { keeps, lost, journal, files } = await openFiles(python.FS, await opened);
  mark("files");
  const { url, language, browser } = await asked;
  reason = "python";
  const ask = (request) => postMessage({ ask: String(request) });
  const app = start.begin(language, JSON.stringify({ ...browser, keeps }), lost ?? "", ask);
  mark("begun");
  const { bridge } = start;
  bridge.documentUrl = url;
  onmessage = ({ data }) => {
    if (data instanceof Uint8Array) bridge.send(data);
    else if (data.changed) app.receive.callKwargs(data.changed);
  };

  let full = false;
  const tell = (now) => {
    if (now === full) return;
    full = now;
    app.receive.callKwargs({ full });
  };
  const commit = () => {
    try {
      files.commit();
      if (!journal.pending) tell(false);
    } catch (error) {
      console.warn(error);
      tell(true);
    }
  };
  let frames = 0, idle, shown = Promise.resolve();
  // Saved before shown: what a message shows was written before, and is in the log when the client gets it.
  await bridge.start_connection((message) => {
    const bytes = message.toJs();
    message.destroy?.();
    const show = () => postMessage(bytes, [bytes.buffer]);
    commit();
    if (journal.pending) {
      shown = Promise.all([shown, journal.pending]).then(() => {
        show();
        tell(journal.failed !== null);
      });
    } else show();
    clearTimeout(idle);
    idle = setTimeout(() => {
      commit();
      try {
        files.compact();
      } catch (error) {
        console.warn(error); // the log stays as it is
      }
    }, IDLE);
    mark(`frame${frames}`);
    if (frames++ === 1) complete().catch((error) => console.warn(error));
  });
  postMessage({ started: true });

  // Once the first screen is there: what exports import, and the snapshot for the next time.
  const complete = async () => {
    addFiles(await pack(settings.later));
    await prepareCanvas(python.FS).catch((error) => console.warn(error)); // only pictures need it
    if (taken) await keepSnapshot(taken).catch((error) => console.warn(error)); // there may be no room
    taken = null;
    mark("complete");
    postMessage({ times });
  };
};

let reason = "python";
run().catch(async (error) => {
  if (error instanceof NewerFormat) reason = "newer";
  if (reason === "snapshot") await caches.delete(SNAPSHOTS);
  postMessage({ failed: { reason, details: String(error.stack ?? error).slice(0, 4000) } });
});
