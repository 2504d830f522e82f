// node connection.mjs SCRIPT GIVEN: runs the script of the page in a browser of our own that keeps what it is given, for
// each of the lines of standard input: {local, session, hash}. Prints what the page shows the server, or where it goes.
import fs from "node:fs";
import vm from "node:vm";

const [script, given] = process.argv.slice(2);
const code = fs.readFileSync(script, "utf-8");

const storage = (kept) => ({
  getItem: (name) => kept[name] ?? null,
  setItem: (name, value) => { kept[name] = String(value); },
  removeItem: (name) => { delete kept[name]; },
});

const run = ({ local = {}, session = {}, hash = "" }) => {
  const seen = { gone: null, hello: null };
  class WebSocket extends EventTarget {
    send(data) { seen.hello = [...data]; }
  }
  const element = () => ({ dataset: {}, setAttribute() {}, isConnected: false });
  const browser = {
    WebSocket, TextEncoder, Uint8Array, crypto, performance, setTimeout, clearTimeout, console, Event,
    localStorage: storage(local), sessionStorage: storage(session),
    location: { hash, pathname: "/", search: "", replace: (address) => { seen.gone = address; } },
    history: { state: null, replaceState() {} },
    navigator: { language: "en" },
    document: { documentElement: element(), createElement: element, addEventListener() {} },
    addEventListener() {},
  };
  browser.self = browser.window = browser;
  const ready = vm.runInNewContext(`(${code})(${given})`, browser);
  if (ready) new browser.window.WebSocket().dispatchEvent(new Event("open"));
  return { ...seen, ready, theme: browser.document.documentElement.dataset.theme ?? null };
};

const cases = JSON.parse(fs.readFileSync(0, "utf-8"));
console.log(JSON.stringify(cases.map((each) => {
  try {
    return run(each);
  } catch (error) {
    return { failed: String(error.stack ?? error) };
  }
})));
