// The words of the page, from the catalogs, and the facts of a hand and of an evening in these words.
"use strict";

// Put in by the builder: the messages of each language, and its conventions.
const LANGUAGES = /*LANGUAGES*/ {};
const wanted = new URLSearchParams(location.hash.slice(1)).get("lang");
const known = [wanted, ...navigator.languages].map((each) => (each ?? "").slice(0, 2));
const language = known.find((each) => each in LANGUAGES) ?? Object.keys(LANGUAGES)[0];
const { messages, conventions, singularZero } = LANGUAGES[language];

function filled(words, values) {
  return words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function t(message, values = {}) {
  return filled(messages[message], values);
}

function plural(message, count, values = {}) {
  const isOne = count === 1 || (count === 0 && singularZero);
  return filled(messages[message][isOne ? 0 : 1], { count: number(count), ...values });
}

// Words for the middle of a sentence.
function inside(words, noun = true) {
  return noun && conventions.capital_nouns ? words : words.slice(0, 1).toLowerCase() + words.slice(1);
}

const FRACTIONS = { 0: "", 1: "¼", 2: "½", 3: "¾" };

// An amount in 1/unit of a point.
function number(value, unit = 1) {
  const whole = Math.floor(Math.abs(value) / unit), fraction = FRACTIONS[((Math.abs(value) % unit) * 4) / unit];
  const digits = whole || !fraction ? String(whole).replace(/\B(?=(\d{3})+$)/g, "\u202f") : "";
  return (value < 0 ? "−" : "") + digits + fraction;
}

const signed = (value, unit) => (value > 0 ? "+" : "") + number(value, unit);

// Cents: "3,20 €", "−€3.20".
function money(cents, currency, isSigned = false) {
  const size = Math.abs(cents), sign = cents < 0 ? "−" : isSigned && cents ? "+" : "";
  const amount = `${number(Math.floor(size / 100))}${conventions.decimal}${String(size % 100).padStart(2, "0")}`;
  return filled(/\p{Sc}$/u.test(currency) ? conventions.money_with_symbol : conventions.money, { sign, amount, currency });
}

const timeOf = (moment) => new Date(moment).toLocaleTimeString(language, { timeStyle: "short" });

// Put in by the builder: the messages that name the game's values.
const NAMES = /*NAMES*/ {};

const isWon = (hand) => hand.margin >= 0;

// "Made by 8"; an odd half point goes to the winner unless the rules differ.
function resultOf({ hand, scheme }) {
  const by = Math.abs(hand.margin), toTaker = scheme.halfPoints === "taker" && !isWon(hand);
  const half = scheme.halfPoints === "kept" ? by : toTaker ? by - (by % 2) : by + (by % 2);
  const points = number(half, 2);
  if (hand.bid === "open") return hand.margin ? t("Won by {points}", { points }) : t("Just won");
  if (!isWon(hand)) return half ? t("Down {points}", { points }) : t("Just down");
  return hand.margin ? t("Made by {points}", { points }) : t("Just made");
}

function bonusesOf(hand) {
  const found = [], petits = hand.bid === "open" ? ["petit for the winner", "petit for the loser"] : ["petit", "petit for the defence"];
  if (hand.petit !== null) found.push(t(petits[hand.petit === "taker" ? 0 : 1]));
  if (hand.poignees.length === 1) {
    const { size } = hand.poignees[0];
    found.push(inside(t(NAMES.poignees[size]), size === "single"));
  }
  else if (hand.poignees.length) found.push(plural("{count} poignée", hand.poignees.length));
  const chelems = [[hand.chelem, "chelem"], [hand.petitChelem, "petit chelem"]];
  for (const [{ made }, name] of chelems) if (made !== null) found.push(t(made === "defence" ? `${name} by the defence` : name));
  for (const [{ announced, made }, name] of chelems) {
    if (announced !== null && announced !== made) found.push(t(announced === "defence" ? `${name} missed by the defence` : `${name} missed`));
  }
  return [...found, ...hand.miseres.map(() => t("misère"))];
}

function takersOf(sheet, hand) {
  const taker = sheet.name(hand.taker);
  if (hand.partner !== null) return t("{taker} with {partner}", { taker, partner: sheet.name(hand.partner) });
  return hand.players.length === 5 ? t("{taker}, alone", { taker }) : taker;
}

// The bid, or why there is no hand.
function kindOf(row) {
  if (row.hand) return t(NAMES.bids[row.hand.bid]);
  if (row.thrownIn) return t(NAMES.thrownIn[row.thrownIn]);
  return row.adjustment ? t(NAMES.adjustments[row.adjustment.kind]) : t("Score taken over");
}

function rowTitle(row) {
  return row.number ? t("Hand {number}", { number: row.number }) : kindOf(row);
}

// "Bruno, garde, made by 8"
function briefOf(sheet, row) {
  if (!row.hand) return kindOf(row);
  const bid = row.hand.bid === "open" ? [] : [inside(kindOf(row))];
  return [takersOf(sheet, row.hand), ...bid, inside(resultOf(row), false)].join(", ");
}

// "45 points, 41 to make with 2 bouts"
function countOf(hand) {
  const bouts = plural("{count} bout", hand.bouts), points = number(hand.halfPoints, 2);
  return t("{points} points, {needed} to make with {bouts}", { points, needed: NEEDED[hand.bouts], bouts });
}

// The payments of a hand: of the taker, of the partner, and of the others together if they all pay the same; otherwise
// of everybody.
function paidIn(sheet, { hand, amounts }) {
  const all = sheet.people.map((person, place) => ({ person, amount: amounts[place] }));
  const paid = all.filter(({ amount }) => amount).sort((one, other) => other.amount - one.amount);
  if (!hand) return { named: paid, others: null };
  const players = hand.players.flatMap((id) => all.filter(({ person }) => person.id === id));
  const outside = paid.filter((each) => !players.includes(each)), sides = [hand.taker, hand.partner].filter(Boolean);
  const others = players.filter(({ person }) => !sides.includes(person.id));
  if (players.length === 2 || outside.length || others.some(({ amount }) => amount !== others[0].amount)) {
    return { named: [...players, ...outside], others: null };
  }
  return { named: sides.flatMap((id) => players.filter(({ person }) => person.id === id)), others: others[0]?.amount ?? null };
}

// -- the evening --

function lengthOf({ hands, deals, until }) {
  const words = hands ? plural("{count} hand", hands) : deals ? plural("{count} deal each", deals) : "";
  const found = until === undefined ? words : t("until {time}", { time: timeOf(until) });
  return found.slice(0, 1).toUpperCase() + found.slice(1);
}

// The progress of an evening with an agreed length.
function progressOf({ length, left, hands }) {
  const what = lengthOf(length);
  if (left === null) return what;
  if (left === 0) return t("{what}: all played", { what });
  if (length.hands && left > 1) return t("{played} of {hands} hands played", { played: hands, hands: length.hands });
  return t("{what}: {value}", { what, value: left === 1 ? t("last hand") : plural("{count} hand left", left) });
}

// "100 points = €1.00, rounded to €0.10"
function rateOf({ points, cents, currency, step }) {
  const rate = plural("{count} point = {worth}", points, { worth: money(cents, currency) });
  return step > 1 ? t("{rate}, rounded to {step}", { rate, step: money(step, currency) }) : rate;
}

// "Basile pays Anne €3.20"; a payee after the last person means the mouches.
function transferOf(sheet, { payer, payee, cents }) {
  const values = { payer: sheet.people[payer].name, amount: money(cents, sheet.rate.currency) };
  if (payee === sheet.people.length) return t("{payer} pays {amount} into the mouches", values);
  return t("{payer} pays {payee} {amount}", { ...values, payee: sheet.people[payee].name });
}
