// Flutter forbids to zoom and marks no landmark. Here two fingers magnify the page, and all of it is "main".
(() => {
  const viewport = window.visualViewport;
  if (viewport) {
    const real = (side) => Object.getOwnPropertyDescriptor(VisualViewport.prototype, side).get.call(viewport);
    const whole = () => document.documentElement.clientWidth;
    // Flutter fills what this says: it must not shrink the app to the part that is magnified.
    Object.defineProperty(viewport, "scale", { get: () => 1 });
    Object.defineProperty(viewport, "width", { get: whole });
    Object.defineProperty(viewport, "height", { get: () => Math.round(real("height") * whole() / real("width")) });
  }

  const style = document.createElement("style");
  style.textContent = "body, flutter-view, flutter-view * { touch-action: pinch-zoom !important }";
  document.head.append(style);

  new MutationObserver(() => {
    for (const meta of document.querySelectorAll("meta[name=viewport]")) {
      if (/scal/.test(meta.content.replace("initial-scale", ""))) meta.content = "width=device-width, initial-scale=1";
    }
    document.querySelector("flt-semantics-host:not([role])")?.setAttribute("role", "main");
  }).observe(document, { subtree: true, childList: true });
})();
