// The code on the board, with which others follow on their phones.
"use strict";

const QUIET = 4; // modules of white around a code

// The address of this page for a phone; null if no other device can open it.
function addressForPhones() {
  if (!location.protocol.startsWith("http") || /^(localhost|127\.|\[::1\])/.test(location.hostname)) return null;
  const facts = location.hash.slice(1).split("&").filter((each) => !/^board(=|$)/.test(each));
  return `${location.href.split("#")[0]}#${facts.join("&")}`;
}

function codeImage(rows) {
  const side = rows.length + 2 * QUIET, runs = rows.flatMap((row, y) =>
    [...row.join("").matchAll(/1+/g)].map(({ 0: run, index }) => `M${index + QUIET} ${y + QUIET}h${run.length}v1h-${run.length}z`));
  return made("svg", { viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": t("The address for those who follow, as a code") },
    made("path", { d: `M0 0h${side}v${side}H0z`, fill: "#fff" }), made("path", { d: runs.join(""), fill: "#000" }));
}

// Draws the code once, since the address does not change while the page is open; returns whether there is a code.
function drawCode() {
  const address = at("code").hidden && addressForPhones(), rows = address && qrCode(address);
  if (!rows) return !at("code").hidden;
  at("code").hidden = false;
  at("code").querySelector("div").append(codeImage(rows));
  at("code").append(at("state"));
  document.documentElement.classList.add("coded");
  return true;
}
