// The money for totals, and the fewest payments that settle it, computed as in scorepad/evening/money.py.
"use strict";

// The worth of each total in cents; the worth of the mouches comes last if they hold points. All sum to zero.
function moneyOf({ totals, pot, unit, rate }) {
  const held = pot.reduce((sum, points) => sum + points, 0), whole = unit * rate.points * rate.step;
  const exact = (held ? [...totals, held] : totals).map((total) => total * rate.cents);
  const rests = exact.map((worth) => ((worth % whole) + whole) % whole);
  const steps = exact.map((worth, place) => (worth - rests[place]) / whole);
  const over = -steps.reduce((sum, count) => sum + count, 0);
  const up = new Set([...rests.keys()].sort((one, other) => rests[other] - rests[one]).slice(0, Math.max(0, over)));
  return steps.map((count, place) => (count + (up.has(place) ? 1 : 0)) * rate.step);
}

// The payments that settle these amounts, which sum to zero; payer and payee are places in the list.
function transfersOf(amounts) {
  const found = [], rest = new Map([...amounts.entries()].filter(([, amount]) => amount));
  for (const [place, amount] of [...rest]) { // two people whose amounts cancel out are always a group
    const other = [...rest].find(([, its]) => its === -amount);
    if (!rest.has(place) || !other) continue;
    rest.delete(place);
    rest.delete(other[0]);
    found.push(...settled([[place, amount], other]));
  }
  const groups = rest.size <= MOST_EXACT ? groupsOf([...rest]) : [[...rest]];
  for (const group of groups) found.push(...settled(group));
  return found.sort((one, other) => one.payer - other.payer || one.payee - other.payee);
}

// Splits the amounts into the largest number of groups that each sum to zero. A mask is a set of people, with one bit for
// each person; `most[mask]` is the largest number of groups in this set.
function groupsOf(amounts) {
  const bits = amounts.map((_, place) => 1 << place), full = (1 << amounts.length) - 1;
  const sums = new Float64Array(full + 1), most = new Uint8Array(full + 1);
  for (let mask = 1; mask <= full; mask++) {
    const inside = bits.filter((bit) => mask & bit);
    sums[mask] = sums[mask ^ inside[0]] + amounts[bits.indexOf(inside[0])][1];
    most[mask] = Math.max(...inside.map((bit) => most[mask ^ bit])) + (sums[mask] === 0 ? 1 : 0);
  }
  const groups = [];
  for (let mask = full, group = []; mask; ) {
    const wanted = most[mask] - (sums[mask] === 0 ? 1 : 0);
    const bit = bits.find((each) => mask & each && most[mask ^ each] === wanted);
    group.push(amounts[bits.indexOf(bit)]);
    mask ^= bit;
    if (mask && sums[mask] !== 0) continue;
    groups.push(group);
    group = [];
  }
  return groups;
}

// Each time, the largest debtor pays the largest creditor; amounts that do not sum to zero leave a rest.
function settled(group) {
  const found = [], rest = new Map(group);
  for (;;) {
    const furthest = (sign) => [...rest.keys()].reduce((one, other) => (sign * rest.get(other) > sign * rest.get(one) ? other : one));
    const payer = furthest(-1), payee = furthest(1), cents = Math.min(-rest.get(payer), rest.get(payee));
    if (cents <= 0) return found;
    found.push({ payer, payee, cents });
    rest.set(payer, rest.get(payer) + cents);
    rest.set(payee, rest.get(payee) - cents);
  }
}
