// The sum of a hand, "(25 + 4) × 4 = 116", from the lines of its score, computed as in scorepad/tarot/scoring.py. The
// sum only explains: all amounts come with the pack.
"use strict";

const signOf = (side) => (side === "taker" ? 1 : -1);

// A number rounded to a multiple of a step.
function rounded(value, step, to) {
  if (to === "up") return Math.ceil(value / step) * step;
  const size = Math.abs(value), rest = size % step;
  let count = (size - rest) / step;
  if (to === "nearest" && 2 * rest >= step) count += 1;
  if (to === "even" && (2 * rest > step || (2 * rest === step && count % 2))) count += 1;
  return Math.sign(value) * count * step;
}

// The margin as it counts, in half points.
function countedMargin({ margin }, figures) {
  const odd = Math.abs(margin % 2), up = figures["margin.half_points"] === "taker" ? 1 : Math.sign(margin);
  const halves = figures["margin.half_points"] === "kept" ? margin : margin + odd * up;
  return figures["margin.step"] === 1 ? halves : rounded(halves, 2 * figures["margin.step"], figures["margin.to"]);
}

function chelemLines({ announced, made }, name, figures, factor) {
  const found = [], times = figures[`${name}.multiplied`] ? factor : 1;
  const line = (side, points) => found.push([signOf(side) * figures[`${name}.${points}`], times]);
  if (announced !== null) line(announced, announced === made ? "announced_made" : "announced_missed");
  if (made !== null && made !== announced) line(made, "unannounced");
  return found;
}

// The points and the factor of each line that counts for all defenders, in 1/unit of a point; null if the rules lack the bid.
function linesOf(hand, { figures, unit }) {
  const place = [0, 1, 2, 3, 4].find((each) => figures[`bids.${each}.bid`] === hand.bid);
  if (place === undefined) return null;
  const winner = isWon(hand) ? "taker" : "defence", factor = figures[`bids.${place}.factor`];
  const lines = [[signOf(winner) * figures[`bids.${place}.base`], factor]];
  if (figures["margin.counts"]) lines.push([countedMargin(hand, figures) / 2, factor]);
  if (hand.petit !== null) {
    const side = figures["petit_au_bout.lost_with_contract"] && winner === "defence" ? winner : hand.petit;
    lines.push([signOf(side) * figures["petit_au_bout.points"], figures["petit_au_bout.multiplied"] ? factor : 1]);
  }
  for (const { player, size } of hand.poignees) {
    const shower = player === hand.taker || player === hand.partner ? "taker" : "defence";
    const side = figures["poignee.to"] === "winner" ? winner : shower;
    lines.push([signOf(side) * figures[`poignee.points.${size}`], figures["poignee.multiplied"] ? factor : 1]);
  }
  lines.push(...chelemLines(hand.chelem, "chelem", figures, factor));
  if (figures["petit_chelem.all_but"] !== null) lines.push(...chelemLines(hand.petitChelem, "petit_chelem", figures, factor));
  const step = figures["rounding.step"], total = lines.reduce((sum, [points, times]) => sum + points * times, 0);
  if (step > 1) lines.push([rounded(total, step, figures["rounding.to"]) - total, 1]);
  return lines.map(([points, times]) => [points * unit, times]);
}

// The sum in one line of arithmetic; "" if the rules cannot score the hand.
function sumOf({ hand, scheme }) {
  const lines = linesOf(hand, scheme), { unit } = scheme;
  if (lines === null) return "";
  const term = (value) => ` ${value < 0 ? "−" : "+"} ${number(Math.abs(value), unit)}`;
  const sum = ([first, ...others]) => number(first, unit) + others.map(term).join("");
  const total = number(lines.reduce((all, [points, times]) => all + points * times, 0), unit);
  const [first, factor] = lines[0], sign = first < 0 ? -1 : 1;
  const bracket = factor > 1 ? lines.filter(([, times]) => times === factor) : [];
  const rest = lines.filter((each) => !bracket.includes(each)).map(([points, times]) => points * times);
  if (!bracket.length) return rest.length === 1 ? total : `${sum(rest)} = ${total}`;
  return `${sign < 0 ? "−" : ""}(${sum(bracket.map(([points]) => sign * points))}) × ${factor}${rest.map(term).join("")} = ${total}`;
}
