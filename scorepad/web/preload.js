// Requests the large files at once. Flutter's loader uses its WebAssembly build in Chromium, and JavaScript elsewhere.
(files) => {
  const blink = navigator.vendor === "Google Inc." || navigator.userAgent.includes("Edg/");
  const collects = WebAssembly.validate(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 95, 1, 120, 0));
  const build = blink && collects && "WebGL2RenderingContext" in self ? "wasm" : "js";
  for (const href of [...files[build], ...files.fonts]) {
    const link = document.createElement("link");
    const module = /(\.mjs|canvaskit\/.*\.js)$/.test(href);
    if (module) link.rel = "modulepreload";
    else Object.assign(link, { rel: "preload", as: href.endsWith(".js") ? "script" : "fetch" });
    if (link.as === "fetch") link.crossOrigin = "anonymous";
    link.href = href;
    document.head.append(link);
  }
}
