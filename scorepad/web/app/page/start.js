// Starts Python beside Flutter's engine, and is the bridge that Flet's client calls: jsConnect, jsSend, jsDisconnect.
const worker = new Worker(new URL(`worker.js?${version}`, document.baseURI), { type: "module", name: "scorepad" });
let deliver = null;
const started = new Promise((resolve) => {
  worker.onmessage = ({ data }) => {
    if (data instanceof Uint8Array) deliver(data);
    else if ("started" in data) resolve(data.started);
    else if (data.times) globalThis.pythonTimes = data.times;
  };
});
globalThis.jsConnect = async (app, words, receive) => {
  deliver = receive;
  worker.postMessage({ connect: document.URL, language: navigator.language });
  const failure = await started;
  if (failure) throw failure;
};
globalThis.jsSend = async (app, data) => worker.postMessage(data, [data.buffer]);
globalThis.jsDisconnect = async () => worker.terminate();
