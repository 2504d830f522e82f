// Reads packs as the page does: a line of base64 in, a line of JSON out; {"bad": …} for bytes that are no pack.
"use strict";
const fs = require("fs"), vm = require("vm");
const made = vm.runInThisContext(`${process.argv[2]}\n;({ readPack, sheetOf, BadPack })`);

function shown(raw) {
  const sheet = made.sheetOf(made.readPack(raw));
  const places = new Map(sheet.people.map((person, place) => [person.id, place]));
  return {
    title: sheet.title,
    people: sheet.people.map((person) => [person.name, person.mark, person.guest]),
    rows: sheet.rows.map((row) => [
      row.number, row.voided, row.amounts, row.totals, row.note, sheet.name(row.dealer),
      row.hand ? [sheet.name(row.hand.taker), row.hand.bid, row.hand.bouts, row.hand.halfPoints] : null,
      row.thrownIn ?? null, new Date(row.time).toISOString(), row.scheme.halfPoints,
    ]),
    totals: sheet.totals, unit: sheet.unit, pot: sheet.pot, dealer: sheet.name(sheet.dealer), left: sheet.left,
    ended: sheet.ended, note: sheet.note, here: [...sheet.here].map(sheet.name),
    rate: sheet.rate && [sheet.rate.cents, sheet.rate.points, sheet.rate.currency, sheet.rate.step], day: sheet.day,
  };
}

for (const line of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  let found;
  try {
    found = shown(new Uint8Array(Buffer.from(line, "base64")));
  } catch (error) {
    found = { bad: String(error.message), expected: error instanceof made.BadPack || error instanceof TypeError || error instanceof RangeError };
  }
  console.log(JSON.stringify(found));
}
