// Runs Python: from its memory, which was written when the app was built, or else from compiled modules.
//
// Messages to the page: a Uint8Array is a message for Flet's client; an object has one of these fields:
//     waiting   whether this tab or window has to wait for another one
//     alone     no other scorepad runs, and nothing is opened yet
//     started   true
//     failed    {reason, details}: "newer", "memory" or "python"
//     ask       a Request of ui/web_app.py
//     times     milliseconds since the start of the worker
// Messages from the page: a Uint8Array is a message of Flet's client; an object has one of these fields:
//     start     {url, language, browser}, the fields of Browser in ui/web_app.py
//     changed   fields of Browser that have changed
import { prepareCanvas } from "./canvas.js";
import { Journal, mount } from "./journal.js";
import { NewerFormat } from "./log.js";
import { FOLDERS, loadPython, writeFiles } from "./python.js";
import { openStore } from "./stores.js";

const IDLE = 3000; // milliseconds without a message until the log is compacted

// One host may serve several web apps, each in its own folder; they do not share any stored data.
const APP = `scorepad ${new URL("./", import.meta.url).pathname}`;
const settings = Object.fromEntries(new URLSearchParams(location.search));
const times = {};
const mark = (name) => (times[name] ??= Math.round(performance.now()));
mark("worker");

const served = async (name) => {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
};
const pack = async (name) => {
  const answer = await served(name);
  const unpacked = answer.headers.has("X-Unpacked") // the service worker unpacked it
    ? answer
    : new Response(answer.body.pipeThrough(new DecompressionStream("gzip")));
  const bytes = new Uint8Array(await unpacked.arrayBuffer());
  const size = new DataView(bytes.buffer).getUint32(0, true);
  let at = 4 + size;
  return Object.entries(JSON.parse(new TextDecoder().decode(bytes.subarray(4, at))))
    .map(([path, length]) => [path, bytes.subarray(at, (at += length))]);
};

// One scorepad at a time: another tab waits until this one is closed.
const opened = (async () => {
  const patience = setTimeout(async () => {
    const { held } = await navigator.locks.query(); // perhaps the device is only slow
    if (!granted && held.some(({ name }) => name === APP)) postMessage({ waiting: true });
  }, 1000);
  let granted = false;
  await new Promise((resolve) => navigator.locks.request(APP, () => {
    resolve();
    return new Promise(() => {}); // until the worker ends
  }));
  granted = true;
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

// Opens the files of the app; without a store they are in memory only. `lost` is the name of a damaged log.
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
  const plain = settings.plain !== undefined;
  if (!plain) reason = "memory";
  const files = pack(settings.files);
  const rest = pack(plain ? settings.modules : settings.memory);
  const pyodide = Promise.all([import("./pyodide/pyodide.mjs"), import("./pyodide/pyodide.asm.mjs")]);
  const [{ loadPyodide }, { default: createModule }] = await pyodide;
  mark("pyodide");
  const python = await loadPython({
    loadPyodide, createModule,
    ...(plain
      ? { files: Promise.all([files, rest]).then((both) => both.flat()) }
      : { files, ranges: rest, head: Uint8Array.from(atob(settings.head), (each) => each.charCodeAt()) }),
    stdout: (text) => console.log(text), stderr: (text) => console.warn(text),
  });
  mark("python");
  const addFiles = (contents) => {
    writeFiles(python.FS, contents);
    python.runPython("import importlib; importlib.invalidate_caches()");
  };
  if (plain) {
    python.runPython("import start; start.prepare()");
    mark("imported");
  }
  const start = python.pyimport("start");
  const { keeps, lost, journal, files: kept } = await openFiles(python.FS, await opened);
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
      kept.commit();
      if (!journal.pending) tell(false);
    } catch (error) {
      console.warn(error);
      tell(true);
    }
  };
  let frames = 0, idle, shown = Promise.resolve();
  // Data is saved before it is shown: when the client gets a message, the log has the data of the message.
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
        kept.compact();
      } catch (error) {
        console.warn(error); // the log is not changed
      }
    }, IDLE);
    mark(`frame${frames}`);
    if (frames++ === 1) complete().catch((error) => console.warn(error));
  });
  postMessage({ started: true });

  // After the first screen: the modules for exports, and the client's fonts, which exports use.
  const complete = async () => {
    const fonts = settings.fonts.split(",").map(async (name) => [
      `${FOLDERS.site}/scorepad/assets/fonts/${name}`, new Uint8Array(await (await served(`fonts/${name}`)).arrayBuffer()),
    ]);
    addFiles(await Promise.all([...(await pack(settings.later)), ...fonts]));
    await prepareCanvas(python.FS).catch((error) => console.warn(error)); // only pictures need the canvas
    mark("complete");
    postMessage({ times });
  };
};

let reason = "python";
run().catch((error) => {
  if (error instanceof NewerFormat) reason = "newer";
  postMessage({ failed: { reason, details: String(error.stack ?? error).slice(0, 4000) } });
});
