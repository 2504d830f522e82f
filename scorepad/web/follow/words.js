// The words of the page, from the catalogs, and the facts of a hand in them.
"use strict";

// Put in by the builder: the messages of each language, and its conventions.
const LANGUAGES = /*LANGUAGES*/ {};
const wanted = new URLSearchParams(location.hash.slice(1)).get("lang");
const language = [wanted, ...navigator.languages].map((each) => (each ?? "").slice(0, 2)).find((each) => each in LANGUAGES) ?? Object.keys(LANGUAGES)[0];
const { messages, capitalNouns, singularZero } = LANGUAGES[language];

function filled(words, values) {
  return words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function t(message, values = {}) {
  return filled(messages[message], values);
}

function plural(message, count) {
  const isOne = count === 1 || (count === 0 && singularZero);
  return filled(messages[message][isOne ? 0 : 1], { count });
}

// Words for the middle of a sentence.
function inside(words, noun = true) {
  return noun && capitalNouns ? words : words.slice(0, 1).toLowerCase() + words.slice(1);
}

const FRACTIONS = { 0: "", 1: "¼", 2: "½", 3: "¾" };

// An amount in 1/unit of a point.
function number(value, unit = 1) {
  const whole = Math.floor(Math.abs(value) / unit), fraction = FRACTIONS[((Math.abs(value) % unit) * 4) / unit];
  const digits = whole || !fraction ? String(whole).replace(/\B(?=(\d{3})+$)/g, "\u202f") : "";
  return (value < 0 ? "−" : "") + digits + fraction;
}

const signed = (value, unit) => (value > 0 ? "+" : "") + number(value, unit);
const timeOf = (moment) => new Date(moment).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });

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

function titleOf(row) {
  return row.number ? t("Hand {number}", { number: row.number }) : kindOf(row);
}

// "Bruno, garde, made by 8"
function briefOf(sheet, row) {
  if (!row.hand) return kindOf(row);
  const bid = row.hand.bid === "open" ? [] : [inside(kindOf(row))];
  return [takersOf(sheet, row.hand), ...bid, inside(resultOf(row), false)].join(", ");
}

function countOf(hand) {
  return t("{bouts}, {points} points", { bouts: plural("{count} bout", hand.bouts), points: number(hand.halfPoints, 2) });
}
