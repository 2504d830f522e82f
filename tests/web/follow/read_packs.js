// Reads packs as the page does: a line of base64 in, a line of JSON out; {"bad": …} for bytes that are no pack. After the
// program comes the language of the words.
"use strict";
const fs = require("fs"), vm = require("vm");
const [program, language] = process.argv.slice(2);
globalThis.location = { hash: `#lang=${language}` };
const made = vm.runInThisContext(`${program}
;({ readPack, sheetOf, BadPack, moneyOf, transfersOf, paidIn, sumOf, progressOf, rateOf, transferOf, countOf, signed, t })`);

function facts(sheet) {
  return {
    title: sheet.title,
    people: sheet.people.map((person) => [person.name, person.mark, person.guest]),
    rows: sheet.rows.map((row) => [
      row.number, row.voided, row.amounts, row.totals, row.note, sheet.name(row.dealer),
      row.hand ? [sheet.name(row.hand.taker), row.hand.bid, row.hand.bouts, row.hand.halfPoints] : null,
      row.thrownIn ?? null, new Date(row.time).toISOString(), row.scheme.halfPoints,
    ]),
    totals: sheet.totals, unit: sheet.unit, pot: sheet.pot, dealer: sheet.name(sheet.dealer), left: sheet.left,
    next: sheet.next, hands: sheet.hands, ended: sheet.ended, note: sheet.note, here: [...sheet.here].map(sheet.name),
    rate: sheet.rate && [sheet.rate.cents, sheet.rate.points, sheet.rate.currency, sheet.rate.step], day: sheet.day,
  };
}

function words(sheet) {
  const amount = (value) => made.signed(value, sheet.unit);
  return {
    progress: made.progressOf(sheet),
    rate: sheet.rate && made.rateOf(sheet.rate),
    paid: sheet.rate && made.transfersOf(made.moneyOf(sheet)).map((each) => made.transferOf(sheet, each)),
    rows: sheet.rows.map((row) => {
      const { named, others } = made.paidIn(sheet, row);
      const paid = named.map((each) => `${each.person.name} ${amount(each.amount)}`);
      if (others !== null) paid.push(made.t("the others {amount}", { amount: amount(others) }));
      return row.hand ? [made.countOf(row.hand), made.sumOf(row), paid] : null;
    }),
  };
}

for (const line of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  let found;
  try {
    const sheet = made.sheetOf(made.readPack(new Uint8Array(Buffer.from(line, "base64"))));
    found = { ...facts(sheet), money: sheet.rate && made.moneyOf(sheet), words: words(sheet) };
  } catch (error) {
    found = { bad: String(error.message), expected: error instanceof made.BadPack || error instanceof TypeError || error instanceof RangeError };
  }
  console.log(JSON.stringify(found));
}
