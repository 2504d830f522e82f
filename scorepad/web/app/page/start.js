// Starts Python next to Flutter's engine, and has the functions that Flet's client calls: jsConnect, jsSend,
// jsDisconnect. Also does the tasks of a page: dialogs before the app runs, installation, updates, permanent storage.
const build = JSON.parse(document.getElementById("build").textContent);
const spoken = navigator.language.slice(0, 2);
const language = spoken in build.texts ? spoken : document.documentElement.lang; // the page has the default language
const texts = build.texts[language];
document.documentElement.lang = language;

globalThis.flet = {
  pyodide: true, multiView: false, noCdn: true, webSocketEndpoint: "/ws", webRenderer: "auto",
  entrypointBaseUrl: "./", assetBase: "./", canvasKitBaseUrl: "canvaskit/", fontFallbackBaseUrl: "assets/fonts/",
  routeUrlStrategy: "hash", appPackageUrl: "",
};
flet.flutterAppLoaded = new Promise((resolve) => { flet.flutterAppResolve = resolve; });

// --- Messages of the page before the app runs ---

const dialog = () => document.getElementById("message");
const parsed = new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve));
const show = async (text, button, pressed, details = "") => {
  await parsed;
  const [words, action, more] = ["p", "button", "pre"].map((name) => dialog().querySelector(name));
  words.textContent = text;
  action.textContent = button;
  action.onclick = pressed;
  more.textContent = details;
  if (!dialog().open) dialog().showModal();
};
const restart = () => location.reload();

// --- The worker that runs Python ---

let worker, deliver, resolveStarted, browser;
let covered = true; // the page covers Flet’s client, which shows "Working…" until it has drawn the first screen
const uncover = () => document.getElementById("loading")?.remove();
const started = new Promise((resolve) => { resolveStarted = resolve; });
const others = new BroadcastChannel(`scorepad ${new URL("./", document.baseURI).pathname}`);
others.onmessage = () => worker.terminate() ?? show(texts.elsewhere, texts.use_here, restart);

const answers = {
  waiting: (waiting) => waiting
    ? show(texts.waiting, texts.use_here, () => others.postMessage("leave"))
    : dialog()?.close(),
  alone: () => takeOver(true),
  started: () => resolveStarted(),
  ask: (request) => requests[request](),
  times: (times) => {
    uncover(); // if the page is still covered
    globalThis.pythonTimes = times;
    document.dispatchEvent(new Event("complete"));
  },
  failed({ reason, details }) {
    console.error(details);
    if (reason === "memory") launch(true);
    else if (reason === "newer") show(texts.newer, texts.again, renew);
    else show(texts.failed, texts.again, restart, details);
  },
};
const launch = (plain) => {
  worker?.terminate();
  const settings = new URLSearchParams({ ...build.python, ...(plain && { plain }) });
  worker = new Worker(new URL(`worker.js?${settings}`, document.baseURI), { type: "module", name: "scorepad" });
  worker.onmessage = ({ data }) => {
    if (data instanceof Uint8Array) deliver(data);
    else for (const [name, value] of Object.entries(data)) answers[name](value);
  };
  worker.onerror = (event) => answers.failed({ reason: "python", details: event.message ?? "" });
  if (browser) connect();
};
const connect = () => worker.postMessage({ start: { url: document.URL, language: navigator.language, browser } });
const tell = (changed) => {
  if (!browser) return;
  Object.assign(browser, changed);
  worker.postMessage({ changed });
};
globalThis.jsConnect = async (app, words, receive) => {
  deliver = receive;
  await started;
};
globalThis.jsSend = async (app, data) => {
  // Each screen asks for the drawn size of its title.
  if (covered && new TextDecoder().decode(data).includes("size_change")) {
    covered = false;
    requestAnimationFrame(() => requestAnimationFrame(uncover));
  }
  worker.postMessage(data, [data.buffer]);
};
globalThis.jsDisconnect = async () => worker.terminate();

// --- Facts about the browser, and requests of the app: Browser and Request in ui/web_app.py ---

let prompt = null;
let waiting = null; // the service worker of a new version
const standalone = () => matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;
const install = () => {
  if (standalone()) return "done";
  if (prompt) return "prompt";
  return navigator.standalone === false ? "share_menu" : "none"; // only Safari on phones and tablets has this property
};
const described = async () => ({
  address: new URL("./", document.baseURI).href.replace(/[?#].*/, ""),
  persistent: (await navigator.storage?.persisted?.()) ?? false,
  install: install(),
  update: waiting !== null,
  shares: typeof navigator.share === "function",
  hidden: document.hidden,
});
const requests = {
  async install() {
    const asked = prompt;
    prompt = null;
    await asked?.prompt();
    tell({ install: install() });
  },
  persist: async () => tell({ persistent: (await navigator.storage?.persist?.()) ?? false }),
  update: () => takeOver(false),
};
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  prompt = event;
  tell({ install: install() });
});
addEventListener("appinstalled", () => tell({ install: "done" }));
document.addEventListener("visibilitychange", () => tell({ hidden: document.hidden }));

// --- The service worker: every file on the device, and new versions ---

let found = null; // the registration of the service worker
const UPDATE = 60 * 60 * 1000; // milliseconds between two checks for a new version
const takeOver = (early) => {
  if (!waiting) return false;
  if (early) worker.terminate(); // nothing is shown yet, so the new version starts instead
  waiting.postMessage("take over");
  return true;
};
const renew = async () => {
  await found?.update().catch(() => {});
  takeOver(false) || restart();
};
const watch = (registration) => {
  found = registration;
  const ready = (candidate) => {
    if (!candidate || !navigator.serviceWorker.controller) return; // the first version does not replace another one
    waiting = candidate;
    tell({ update: true });
  };
  ready(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const candidate = registration.installing;
    candidate.addEventListener("statechange", () => candidate.state === "installed" && ready(candidate));
  });
};
if (navigator.serviceWorker) {
  let controlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (controlled) restart(); // an old page never meets the files of a new version
    controlled = true;
  });
  navigator.serviceWorker.getRegistration().then((registration) => registration && watch(registration));
  document.addEventListener("complete", async () => {
    const registration = await navigator.serviceWorker.register("service-worker.js", { updateViaCache: "none" });
    if (!found) watch(registration);
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage({ keep: performance.getEntriesByType("resource").map(({ name }) => name) });
    setInterval(() => document.hidden || registration.update().catch(() => {}), UPDATE);
  });
}

if (globalThis.DecompressionStream && globalThis.WebAssembly && navigator.locks) {
  launch(false);
  described().then((now) => {
    browser = now;
    connect();
  });
} else show(texts.old, texts.again, restart);
