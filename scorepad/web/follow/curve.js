// The curve of the evening: a line for each person, with the name at its end.
"use strict";

// Put in by the builder: the dashes of lines.
const DASHES = /*DASHES*/ [];
const LINE_WIDTH = 2.2;
const MAX_TICKS = 5, MAX_NAME = 11;

function ticks(low, high) {
  let step = 1;
  for (let n = 0; (high - low) / step > MAX_TICKS; n++) step = [1, 2, 5][n % 3] * 10 ** Math.floor(n / 3);
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) found.push(value);
  return found;
}

// The places of names at the ends of lines, so far apart that they can be read.
function spread(ends, gap, most) {
  const found = [...ends].sort((one, other) => one.y - other.y);
  found.forEach((each, n) => { if (n) each.y = Math.max(each.y, found[n - 1].y + gap); });
  for (let n = found.length - 1, low = most; n >= 0; n--, low -= gap) found[n].y = Math.min(found[n].y, low);
  return found;
}

function curve(sheet, width, height, size) {
  const points = [sheet.people.map(() => 0)];
  for (const row of countingRows(sheet)) row.number ? points.push(row.totals) : (points[points.length - 1] = row.totals);
  if (points.length < 2) return null;
  const all = points.flat(), high = Math.max(0, ...all), low = Math.min(0, ...all);
  const values = ticks(low / sheet.unit, high / sheet.unit), letters = Math.max(...values.map((value) => number(value).length));
  const named = Math.max(...sheet.people.map(({ name }) => shortened(name, MAX_NAME).length));
  const left = (1 + 0.65 * letters) * size, right = (1 + 0.65 * named) * size;
  const x = (n) => left + ((width - left - right) * n) / (points.length - 1);
  const y = (total) => size + ((height - 3 * size) * (high - total)) / (high - low || 1);
  const lines = values.flatMap((value) => [
    made("line", { x1: left, x2: width - right, y1: y(value * sheet.unit), y2: y(value * sheet.unit), class: value === 0 && "zero" }),
    made("text", { x: left - size / 2, y: y(value * sheet.unit) + size / 3, "text-anchor": "end" }, number(value)),
  ]);
  const every = Math.max(1, Math.ceil((2.5 * size * (points.length - 1)) / (width - left - right)));
  for (let n = every; n < points.length; n += every) {
    lines.push(made("text", { x: x(n), y: height - size / 4, "text-anchor": "middle" }, String(n)));
  }
  const ends = sheet.people.map((person, place) => ({ person, place, y: y(points.at(-1)[place]) }));
  for (const { person, place, y: end } of spread(ends, 1.2 * size, height - size)) {
    const dash = DASHES[place % DASHES.length].map((each) => LINE_WIDTH * each).join(" ");
    const places = points.map((totals, n) => `${x(n).toFixed(1)},${y(totals[place]).toFixed(1)}`).join(" ");
    lines.push(made("polyline", { points: places, class: `line${person.mark % 8}`, "stroke-dasharray": dash || undefined }),
      made("text", { class: "who", x: width - right + size / 2, y: end + size / 3 }, shortened(person.name, MAX_NAME)));
  }
  return made("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": curveInWords(sheet) }, lines);
}

const shortened = (words, most) => ([...words].length > most ? `${[...words].slice(0, most - 1).join("")}…` : words);

function curveInWords(sheet) {
  const totals = sheet.people.map((person, place) => `${person.name} ${number(sheet.totals[place], sheet.unit)}`);
  return `${t("The curve of the evening")} · ${totals.join(", ")}`;
}

function drawCurve(sheet) {
  at("curve").hidden = false; // a hidden element has no size
  const room = at("curve").querySelector("div"), text = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const size = isBoard() ? innerHeight / 25 : 0.75 * text;
  const width = Math.max(280, room.clientWidth || 328), height = isBoard() ? Math.max(160, room.clientHeight) : Math.min(0.6 * width, 280);
  const drawn = curve(sheet, width, height, size);
  at("curve").hidden = drawn === null;
  room.replaceChildren(...(drawn ? [drawn] : []));
}
