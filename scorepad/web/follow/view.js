// Draws a sheet: the next hand, the totals, the last hand, who pays whom, and all hands.
"use strict";

const countingRows = (sheet) => sheet.rows.filter((row) => !row.voided);
const named = (sheet, id) => sheet.people.find((person) => person.id === id);

// -- the next hand --

function nextHand(sheet) {
  at("next").hidden = false;
  at("next-title").textContent = sheet.ended ? t("Evening ended") : t("Hand {number}", { number: sheet.next });
  const dealer = withMark("p", {}, named(sheet, sheet.dealer), t("{name} deals", { name: sheet.name(sheet.dealer) }));
  const progress = progressOf(sheet);
  at("next").querySelector("div").replaceChildren(...(sheet.ended ? [] : [dealer, progress && made("p", {}, progress)].filter(Boolean)));
}

// -- the totals --

const tiles = new Map();

// The tile of a person; it keeps its element, so that it keeps the focus. On the board, the tile is not a button.
function tileOf(person) {
  if (!tiles.has(person.id)) {
    const touched = () => {
      touch(shown, named(shown, person.id));
      draw(shown);
    };
    const button = made(isBoard() ? "div" : "button", { type: !isBoard() && "button" });
    if (!isBoard()) button.addEventListener("click", touched);
    tiles.set(person.id, made("li", {}, button));
  }
  return tiles.get(person.id);
}

function drawTile(sheet, place, last) {
  const person = sheet.people[place], total = sheet.totals[place], change = last?.amounts[place];
  const leads = sheet.hands > 0 && total === Math.max(...sheet.totals), isMe = meIn(sheet) === person.id;
  const deals = !sheet.ended && person.id === sheet.dealer && t("{name} deals", { name: "" }).trim();
  const gone = !sheet.here.has(person.id) && t("left the table");
  const facts = [isMe && !isBoard() && made("b", {}, t("me")), gone || deals].filter(Boolean);
  const tile = tileOf(person), button = tile.firstChild;
  tile.className = [leads && "leads", isMe && "me", gone && "gone"].filter(Boolean).join(" ");
  if (!isBoard()) {
    button.setAttribute("aria-pressed", isMe);
    button.setAttribute("aria-describedby", meIn(sheet) === null ? "hint" : "");
  }
  button.replaceChildren(mark(person),
    made("span", { class: "name" }, person.name, leads && made("span", { class: "trophy" }, " ★"),
      facts.length > 0 && " ", facts.length > 0 && made("small", {}, facts.flatMap((each, n) => (n ? [" · ", each] : [each])))),
    made("span", { class: "sums" },
      made("span", { class: "change" }, change ? signed(change, sheet.unit) : ""),
      made("span", { class: `total ${tone(total) ?? ""}` }, number(total, sheet.unit))));
  return tile;
}

function drawTotals(sheet) {
  const list = at("totals").querySelector("ol"), last = countingRows(sheet).at(-1), focused = document.activeElement;
  const order = [...sheet.people.keys()].sort((one, other) => sheet.totals[other] - sheet.totals[one] || one - other);
  const now = order.map((place) => drawTile(sheet, place, last));
  at("totals").hidden = false;
  at("hint").hidden = isBoard() || meIn(sheet) !== null;
  if (now.length === list.children.length && now.every((each, place) => each === list.children[place])) return;
  list.replaceChildren(...now);
  if (list.contains(focused)) focused.focus();
}

// -- the last hand --

function payments(sheet, row) {
  const { named: people, others } = paidIn(sheet, row);
  return made("ul", { class: "payments" },
    people.map(({ person, amount }) =>
      withMark("li", {}, person, person.name, " ", made("b", { class: tone(amount) }, signed(amount, sheet.unit)))),
    others !== null && made("li", { class: "note" }, t("the others {amount}", { amount: signed(others, sheet.unit) })));
}

function lastHand(sheet, row) {
  const { hand } = row, result = hand && resultOf(row), mine = forMe(sheet, row);
  const more = hand ? bonusesOf(hand).join(" · ") : row.adjustment?.reason;
  const who = hand ? [takersOf(sheet, hand), inside(kindOf(row))].join(", ") : kindOf(row);
  return [
    mine && made("p", { class: "mine" }, mine),
    withMark("p", { class: "who" }, hand && named(sheet, hand.taker), made("span", {}, who)),
    result && made("p", { class: `result ${isWon(hand) ? "gain" : "loss"}` }, result),
    hand && made("p", { class: "why" }, countOf(hand)),
    more && made("p", {}, more),
    hand && made("p", { class: "why" }, sumOf(row)),
    payments(sheet, row),
    row.note && made("p", { class: "note" }, row.note),
  ].filter(Boolean);
}

// -- money --

function drawMoney(sheet) {
  at("money").hidden = sheet.rate === null;
  if (sheet.rate === null) return;
  const cents = moneyOf(sheet), paid = transfersOf(cents), { currency } = sheet.rate;
  const mine = sheet.people.findIndex((person) => person.id === meIn(sheet));
  const share = (place) => money(cents[place], currency, true);
  at("money").querySelector("div").replaceChildren(...[
    mine >= 0 && made("p", { class: "mine" }, t("For me: {amount}", { amount: share(mine) })),
    paid.length === 0 && made("p", {}, t("Nobody owes anything.")),
    made("ul", { class: "transfers" }, paid.map((each) =>
      withMark("li", { class: [each.payer, each.payee].includes(mine) && "me" }, sheet.people[each.payer], transferOf(sheet, each)))),
    made("h3", {}, t("Everybody’s share")),
    made("ul", { class: "payments" }, sheet.people.map((person, place) =>
      withMark("li", {}, person, person.name, " ", made("b", { class: tone(cents[place]) }, share(place))))),
    made("p", { class: "note" }, rateOf(sheet.rate)),
  ].filter(Boolean));
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
    sheet.people.map((person) =>
      withMark("th", { scope: "col" }, person, person.name, meIn(sheet) === person.id && made("small", {}, t("me")))));
  return made("table", {}, made("thead", {}, head), made("tbody", {}, rows));
}

function drawSheet(sheet) {
  const pot = sheet.pot.map((points) => number(points, sheet.unit)).join(" · ");
  at("sheet").querySelector("div").replaceChildren(...[
    pot && made("p", {}, `${t("Mouches")} · ${pot}`),
    table(sheet),
    sheet.note && made("p", { class: "note" }, sheet.note),
  ].filter(Boolean));
}

// -- the whole --

let shown = null;

function titleOf(sheet) {
  const date = new Date(sheet.day ?? sheet.created).toLocaleDateString(language, { day: "numeric", month: "long" });
  return sheet.title || t("Evening of {date}", { date });
}

function draw(sheet) {
  const last = countingRows(sheet).at(-1), root = document.documentElement;
  root.classList.toggle("board", isBoard());
  root.style.setProperty("--people", sheet.here.size);
  root.style.setProperty("--signs", Math.max(3, ...sheet.totals.map((total) => number(total, sheet.unit).length)));
  document.title = `${titleOf(sheet)} – Scorepad`;
  at("title").textContent = isBoard() ? `${titleOf(sheet)} · ${progressOf(sheet) || plural("{count} hand", sheet.hands)}` : titleOf(sheet);
  at("words").hidden = true;
  nextHand(sheet);
  drawTotals(sheet);
  at("last").hidden = at("sheet").hidden = last === undefined;
  if (last) {
    at("last-title").replaceChildren(rowTitle(last), made("small", {}, ` ${timeOf(last.time)}`));
    at("last").querySelector("div").replaceChildren(...lastHand(sheet, last));
  }
  drawMoney(sheet);
  if (!isBoard() || !drawCode()) drawCurve(sheet);
  drawSheet(sheet);
}

// Makes screen readers say a change: the amount for the person who looks, the last hand, and the totals.
function announce(sheet) {
  const last = countingRows(sheet).at(-1);
  if (!last) return;
  const totals = sheet.people.map((person, place) => `${person.name} ${number(sheet.totals[place], sheet.unit)}`).join(", ");
  const mine = forMe(sheet, last);
  at("said").textContent = [mine, `${rowTitle(last)}: ${briefOf(sheet, last)}`, totals].filter(Boolean).join(". ");
}

function words(message) {
  at("words").hidden = false;
  at("words").textContent = message;
}

// Shows the evening of a pack; returns whether the bytes are a pack. After a restore, an evening may have fewer events.
function show(raw) {
  let sheet;
  try {
    sheet = sheetOf(readPack(raw));
  } catch {
    if (shown === null) words(t("This code is damaged, or made by a later version."));
    return false;
  }
  const changed = shown !== null && shown.id === sheet.id && sheet.events !== shown.events;
  shown = sheet;
  draw(sheet);
  if (changed) announce(sheet);
  return true;
}

addEventListener("resize", () => { if (shown) draw(shown); });
