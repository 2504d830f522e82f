// Runs Python: from a snapshot of its memory, or else from compiled modules, and then keeps a snapshot for next time.
import { loadPyodide } from "./pyodide/pyodide.mjs";
import createModule from "./pyodide/pyodide.asm.mjs";
import { Journal, mount } from "./journal.js";
import { prepareCanvas } from "./canvas.js";
import { loadPython, writeFiles } from "./python.js";
import { openStore } from "./stores.js";

const version = location.search.slice(1);
const times = {};
const mark = (name) => (times[name] = Math.round(performance.now()));
mark("worker");
const SNAPSHOT = new URL(`snapshot?${version}`, import.meta.url).href;

const pack = async (name) => {
  const answer = await fetch(new URL(`${name}.pack.gz`, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const bytes = new Uint8Array(await new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  const size = new DataView(bytes.buffer).getUint32(0, true);
  let at = 4 + size;
  mark(name);
  return Object.entries(JSON.parse(new TextDecoder().decode(bytes.subarray(4, at))))
    .map(([path, length]) => [path, bytes.subarray(at, (at += length))]);
};

const kept = async () => {
  const cache = await caches.open("snapshots");
  const answer = await cache.match(SNAPSHOT);
  const bytes = answer && new Uint8Array(await answer.arrayBuffer());
  mark("snapshot");
  return bytes;
};
const keep = async (bytes) => {
  const cache = await caches.open("snapshots");
  for (const each of await cache.keys()) if (each.url !== SNAPSHOT) await cache.delete(each);
  await cache.put(SNAPSHOT, new Response(bytes));
  mark("kept");
};

// One scorepad at a time: another tab waits until this one is closed.
const opened = (async () => {
  const patience = setTimeout(() => postMessage({ waiting: true }), 1000);
  await new Promise((resolve) => navigator.locks.request("scorepad", () => {
    resolve();
    return new Promise(() => {}); // until the worker ends
  }));
  clearTimeout(patience);
  const store = await openStore();
  mark("store");
  return store;
})();

const asked = new Promise((resolve) => {
  onmessage = ({ data }) => resolve(data);
});
try {
  const snapshot = location.hash === "#plain" ? undefined : await kept();
  const first = pack("first");
  const python = await loadPython({
    loadPyodide, createModule, files: snapshot ? [] : first, snapshot,
    stdout: (text) => console.log(text), stderr: (text) => console.error(text),
  });
  mark("python");
  let taken;
  if (!snapshot) {
    python.runPython("import start; start.prepare()");
    mark("imported");
    taken = python.makeMemorySnapshot();
    mark("taken");
  }
  const start = python.pyimport("start");
  const store = await opened;
  const journal = new Journal(store);
  const files = mount(python.FS, "/data", journal);
  mark("journal");
  const { connect, language } = await asked;
  mark("asked");
  start.begin(language);
  mark("begun");
  const bridge = start.bridge;
  bridge.documentUrl = connect;
  onmessage = ({ data }) => bridge.send(data);
  let frames = 0, shown = Promise.resolve();
  // Saved before shown: what a message shows was written before, and is in the log when the client gets it.
  await bridge.start_connection((message) => {
    mark(`frame${frames}`);
    const bytes = message.toJs();
    const show = () => postMessage(bytes, [bytes.buffer]);
    files.commit();
    if (journal.pending) shown = Promise.all([shown, journal.pending]).then(show);
    else show();
    if (frames++ === 1) later();
  });
  postMessage({ started: null });
  const later = async () => {
    if (snapshot) writeFiles(python.FS, await first);
    writeFiles(python.FS, await pack("later"));
    python.runPython("import importlib; importlib.invalidate_caches()");
    await prepareCanvas(python.FS).catch(console.error); // only pictures need it
    mark("complete");
    if (taken) await keep(taken);
    taken = null;
    postMessage({ times });
  };
} catch (error) {
  postMessage({ started: String(error.stack ?? error).slice(0, 4000) });
}
