// Draws a sheet: the totals, the last hand, the curve and all hands.
"use strict";

// Put in by the builder: the shapes and the colours of marks, and the dashes of lines.
const MARKS = /*MARKS*/ [];
const DASHES = /*DASHES*/ [];
const LINE_WIDTH = 2.2;
const SVG = new Set(["svg", "path", "polyline", "line", "text", "circle"]);
const MAX_TICKS = 5;

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

const counting = (sheet) => sheet.rows.filter((row) => !row.voided);

// -- the totals --

function standings(sheet) {
  const order = sheet.people.map((_, place) => place).sort((one, other) => sheet.totals[other] - sheet.totals[one] || one - other);
  const best = Math.max(...sheet.totals), last = counting(sheet).at(-1);
  return order.map((place) => {
    const person = sheet.people[place], total = sheet.totals[place], leads = sheet.played > 0 && total === best;
    const deals = !sheet.ended && person.id === sheet.dealer && t("{name} deals", { name: "" }).trim();
    const gone = !sheet.here.has(person.id) && t("left the table");
    const change = last?.amounts[place];
    return made("li", { class: leads && "leads" }, mark(person),
      made("span", { class: "name" }, person.name, leads && made("span", { class: "trophy" }, " ★"), (deals || gone) && made("small", {}, gone || deals)),
      made("span", { class: "sums" },
        made("span", { class: "change" }, change ? signed(change, sheet.unit) : ""),
        made("span", { class: `total ${tone(total) ?? ""}` }, number(total, sheet.unit))));
  });
}

// -- the last hand --

function payments(sheet, row) {
  const paid = sheet.people.map((person, place) => [person, row.amounts[place]]).filter(([, amount]) => amount);
  paid.sort((one, other) => other[1] - one[1]);
  return made("ul", { class: "payments" }, paid.map(([person, amount]) =>
    made("li", {}, mark(person), person.name, " ", made("b", { class: tone(amount) }, signed(amount, sheet.unit)))));
}

function lastHand(sheet, row) {
  const { hand } = row, result = hand && resultOf(row);
  const more = hand ? bonusesOf(hand).join(" · ") : row.adjustment?.reason;
  return [
    made("p", { class: "who" }, hand ? [takersOf(sheet, hand), inside(kindOf(row))].join(", ") : kindOf(row)),
    result && made("p", { class: `result ${isWon(hand) ? "gain" : "loss"}` }, result),
    hand && made("p", {}, countOf(hand)),
    more && made("p", {}, more),
    payments(sheet, row),
    row.note && made("p", { class: "note" }, row.note),
  ].filter(Boolean);
}

// -- the sheet --

function sheetRow(sheet, row) {
  const result = row.hand && resultOf(row), under = row.hand ? [result, ...bonusesOf(row.hand)].join(" · ") : row.adjustment?.reason;
  const head = made("th", { scope: "row" }, row.number ? `${row.number} ` : "", kindOf(row),
    under && made("small", { class: row.hand && !isWon(row.hand) && "loss" }, under),
    row.voided && made("small", {}, t("struck out")), row.note && made("small", { class: "note" }, row.note));
  const cells = sheet.people.map((person, place) => {
    const amount = row.amounts[place], took = row.hand?.taker === person.id, words = amount ? signed(amount, sheet.unit) : "";
    return made("td", {}, took ? made("b", { class: tone(amount) }, "★ ", words || "0") : words,
      made("small", {}, number(row.totals[place], sheet.unit)));
  });
  return made("tr", { class: row.voided && "voided" }, head, cells);
}

let drawnRows = new Map();

// A row that has not changed keeps its element.
function table(sheet) {
  const names = sheet.people.map((person) => [person.name, person.mark]), now = new Map();
  const rows = [...sheet.rows].reverse().map((row) => {
    const key = JSON.stringify([row, names, sheet.unit]);
    now.set(key, drawnRows.get(key) ?? sheetRow(sheet, row));
    return now.get(key);
  });
  drawnRows = now;
  const head = made("tr", {}, made("th", { scope: "col" }, t("Hand")),
    sheet.people.map((person) => made("th", { scope: "col" }, mark(person), person.name)));
  return made("table", {}, made("thead", {}, head), made("tbody", {}, rows));
}

// -- the curve --

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
  for (const row of counting(sheet)) row.number ? points.push(row.totals) : (points[points.length - 1] = row.totals);
  if (points.length < 2) return null;
  const all = points.flat(), high = Math.max(0, ...all), low = Math.min(0, ...all), left = 3.6 * size, right = 7 * size;
  const x = (n) => left + ((width - left - right) * n) / (points.length - 1);
  const y = (total) => size + ((height - 3 * size) * (high - total)) / (high - low || 1);
  const lines = ticks(low / sheet.unit, high / sheet.unit).flatMap((value) => [
    made("line", { x1: left, x2: width - right, y1: y(value * sheet.unit), y2: y(value * sheet.unit), class: value === 0 && "zero" }),
    made("text", { x: left - size / 2, y: y(value * sheet.unit) + size / 3, "text-anchor": "end" }, number(value)),
  ]);
  const every = Math.max(1, Math.ceil((points.length - 1) / 8));
  for (let n = every; n < points.length; n += every) {
    lines.push(made("text", { x: x(n), y: height - size / 4, "text-anchor": "middle" }, String(n)));
  }
  const ends = sheet.people.map((person, place) => ({ person, place, y: y(points.at(-1)[place]) }));
  for (const { person, place, y: end } of spread(ends, 1.2 * size, height - size)) {
    const dash = DASHES[place % DASHES.length].map((each) => LINE_WIDTH * each).join(" ");
    const places = points.map((totals, n) => `${x(n).toFixed(1)},${y(totals[place]).toFixed(1)}`).join(" ");
    lines.push(made("polyline", { points: places, class: `line${person.mark % 8}`, "stroke-dasharray": dash || undefined }),
      made("text", { class: "who", x: width - right + size / 2, y: end + size / 3 }, shortened(person.name, 11)));
  }
  return made("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": curveInWords(sheet) }, lines);
}

const shortened = (words, most) => ([...words].length > most ? `${[...words].slice(0, most - 1).join("")}…` : words);

function curveInWords(sheet) {
  const totals = sheet.people.map((person, place) => `${person.name} ${number(sheet.totals[place], sheet.unit)}`);
  return `${t("The curve of the evening")} · ${totals.join(", ")}`;
}

// -- the whole --

let shown = null;

function progress(sheet) {
  if (sheet.ended) return t("Evening ended");
  const dealer = t("{name} deals", { name: sheet.name(sheet.dealer) });
  const left = sheet.left === 1 ? t("last hand") : sheet.left ? plural("{count} hand left", sheet.left) : "";
  return [t("Hand {number}", { number: sheet.played + 1 }), dealer, left].filter(Boolean).join(" · ");
}

function drawCurve(sheet) {
  at("curve").hidden = false; // only what is drawn has a size
  const room = at("curve").querySelector("div"), size = isBoard() ? innerHeight / 34 : 0.75 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  const width = Math.max(280, room.clientWidth || 328), height = isBoard() ? Math.max(160, room.clientHeight) : Math.min(0.6 * width, 280);
  const drawn = curve(sheet, width, height, size);
  at("curve").hidden = drawn === null;
  room.replaceChildren(...(drawn ? [drawn] : []));
}

function draw(sheet) {
  const last = counting(sheet).at(-1);
  document.documentElement.classList.toggle("board", isBoard());
  document.documentElement.style.setProperty("--people", sheet.people.length);
  const title = sheet.title || t("Evening of {date}", { date: new Date(sheet.day ?? sheet.created).toLocaleDateString(language, { day: "numeric", month: "long" }) });
  document.title = `${title} – Scorepad`;
  at("title").textContent = title;
  at("progress").textContent = progress(sheet);
  at("words").hidden = true;
  at("totals").hidden = false;
  at("totals").querySelector("ol").replaceChildren(...standings(sheet));
  at("last").hidden = at("sheet").hidden = last === undefined;
  if (last) {
    at("last-title").replaceChildren(titleOf(last), made("small", {}, timeOf(last.time)));
    at("last").querySelector("div").replaceChildren(...lastHand(sheet, last));
  }
  drawCurve(sheet);
  const pot = sheet.pot.length ? [made("p", {}, `${t("Mouches")} · ${sheet.pot.map((points) => number(points, sheet.unit)).join(" · ")}`)] : [];
  at("sheet").querySelector("div").replaceChildren(...pot, table(sheet), ...(sheet.note ? [made("p", { class: "note" }, sheet.note)] : []));
}

// What a screen reader says of a change.
function announce(sheet) {
  const last = counting(sheet).at(-1);
  if (!last) return;
  const totals = sheet.people.map((person, place) => `${person.name} ${number(sheet.totals[place], sheet.unit)}`);
  at("said").textContent = `${titleOf(last)}: ${briefOf(sheet, last)}. ${totals.join(", ")}`;
}

function words(message) {
  at("words").hidden = false;
  at("words").textContent = message;
}

// Shows the evening of a pack; returns whether the bytes are a pack. An older copy that comes late changes nothing.
function show(raw) {
  let sheet;
  try {
    sheet = sheetOf(readPack(raw));
  } catch {
    if (shown === null) words(t("This code is damaged, or made by a later version."));
    return false;
  }
  if (shown !== null && shown.id === sheet.id && sheet.events < shown.events) return true;
  const changed = shown !== null && shown.id === sheet.id && sheet.events > shown.events;
  shown = sheet;
  draw(sheet);
  if (changed) announce(sheet);
  return true;
}

addEventListener("resize", () => { if (shown) draw(shown); });
