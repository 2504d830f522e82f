// The only place that makes elements, so that text goes into text nodes, and never into HTML.
"use strict";

// Put in by the builder: the shapes and the colours of marks.
const MARKS = /*MARKS*/ [];
const SVG = new Set(["svg", "path", "polyline", "line", "text", "circle"]);

function made(tag, attributes = {}, ...inside) {
  const element = SVG.has(tag) ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined && value !== false) element.setAttribute(name, value);
  element.append(...inside.flat().filter((each) => each !== null && each !== undefined && each !== false && each !== ""));
  return element;
}

const at = (id) => document.getElementById(id);
const tone = (amount) => (amount > 0 ? "gain" : amount < 0 ? "loss" : undefined);
const isBoard = () => new URLSearchParams(location.hash.slice(1)).has("board");

function mark(person) {
  const { path, colour, ink, low } = MARKS[person.mark % MARKS.length];
  const letter = [...person.name.normalize("NFC")].find((sign) => /[\p{L}\p{N}]/u.test(sign)) ?? "?";
  return made("svg", { class: "mark", viewBox: "0 0 32 32", "aria-hidden": "true" },
    made("path", { d: path, fill: colour }),
    made("text", { x: 16, y: 21 + low, fill: ink }, letter.toLocaleUpperCase(language)));
}

// An element with the mark of a person (none for null), followed by words.
const withMark = (tag, attributes, person, ...words) => made(tag, attributes, person && mark(person), ...words);
