// The person who looks: the reader chooses this person by a touch on a tile. The page stores nothing else. The browser
// keeps the choice for the evening and, by the name, for later evenings; if it stores nothing, the choice lasts as long
// as the page.
"use strict";

const ME = "scorepad-me", MOST_EVENINGS = 20, LONGEST = 200;
const chosen = chosenBefore();

// The stored name, and for each evening the id of the chosen person; "" means nobody.
function chosenBefore() {
  const isShort = (each) => typeof each === "string" && each.length <= LONGEST;
  try {
    const { name, evenings } = JSON.parse(localStorage.getItem(ME));
    const pairs = evenings.filter((each) => Array.isArray(each) && each.length === 2 && each.every(isShort));
    return { name: isShort(name) ? name : "", evenings: new Map(pairs.slice(-MOST_EVENINGS)) };
  } catch { // nothing is stored, the value is damaged, or the browser stores nothing for this page
    return { name: "", evenings: new Map() };
  }
}

// The id of the person who looks; null if nobody of this evening does.
function meIn(sheet) {
  const id = chosen.evenings.get(sheet.id);
  if (id !== undefined) return sheet.people.some((person) => person.id === id) ? id : null;
  const named = sheet.people.filter((person) => person.name === chosen.name);
  return named.length === 1 ? named[0].id : null;
}

// Makes a touched person the person who looks; a second touch undoes this.
function touch(sheet, person) {
  const isMe = meIn(sheet) === person.id;
  chosen.name = isMe ? "" : person.name;
  chosen.evenings.delete(sheet.id);
  chosen.evenings.set(sheet.id, isMe ? "" : person.id);
  const evenings = [...chosen.evenings].slice(-MOST_EVENINGS);
  try { localStorage.setItem(ME, JSON.stringify({ name: chosen.name, evenings })); } catch { /* until the page closes */ }
}

// The amount of a row for the person who looks; "" if the row does not concern this person, or nobody is chosen.
function forMe(sheet, row) {
  const me = meIn(sheet), amount = row.amounts[sheet.people.findIndex((person) => person.id === me)];
  if (me === null || (!amount && !row.hand)) return "";
  if (!amount && !row.hand.players.includes(me)) return t("I sat out");
  return t("For me: {amount}", { amount: signed(amount, sheet.unit) });
}
