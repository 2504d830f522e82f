// Runs Python: from a snapshot of its memory, or else from compiled modules, and then keeps a snapshot for next time.
import { loadPyodide } from "./pyodide/pyodide.mjs";
import createModule from "./pyodide/pyodide.asm.mjs";
import { loadPython, writeFiles } from "./python.js";

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
  python.FS.mkdirTree("/data");
  const { connect, language } = await asked;
  mark("asked");
  start.begin(language);
  mark("begun");
  const bridge = start.bridge;
  bridge.documentUrl = connect;
  const waiting = [];
  onmessage = ({ data }) => bridge.send(data);
  let frames = 0;
  await bridge.start_connection((message) => {
    mark(`frame${frames}`);
    const bytes = message.toJs();
    postMessage(bytes, [bytes.buffer]);
    if (frames++ === 1) later();
  });
  postMessage({ started: null });
  const later = async () => {
    if (snapshot) writeFiles(python.FS, await first);
    writeFiles(python.FS, await pack("later"));
    python.runPython("import importlib; importlib.invalidate_caches()");
    mark("complete");
    if (taken) await keep(taken);
    taken = null;
    postMessage({ times });
  };
} catch (error) {
  postMessage({ started: String(error.stack ?? error).slice(0, 4000) });
}
