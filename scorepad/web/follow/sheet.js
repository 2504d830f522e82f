// The sheet that follows from the events of a pack. It knows no rules: the amounts come with the pack.
"use strict";

function sheetOf({ start, events, drawing }) {
  const undone = new Set();
  for (const each of events) if (each.kind === "Undone") undone[each.redone ? "delete" : "add"](each.event);
  const counting = events.map((each, at) => ({ ...each, at, time: each.at })).filter((each) => !undone.has(each.at));
  const now = { title: start.title, day: null, length: start.length, ended: false, seating: start.seating, rate: null };
  const names = new Map(), first = new Map(), notes = new Map(), versions = new Map();
  const knows = (seating) => {
    for (const person of seating.people) if (!first.has(person.id)) first.set(person.id, person);
  };
  knows(start.seating);
  for (const each of events) if (each.seating) knows(each.seating);
  let rules = [[-1, start.scheme]];
  for (const each of counting) {
    if (each.deal !== undefined) versions.set(each.row, [...(versions.get(each.row) ?? []), each]);
    if (each.seating) now.seating = each.seating;
    if (each.kind === "Noted") notes.set(each.about, each.note);
    if (each.kind === "Renamed") {
      now.title = each.title ?? now.title;
      for (const [id, name] of each.names) names.set(id, name);
    }
    if (each.kind === "RulesChanged") rules = each.fromNow ? [...rules, [each.at, each.scheme]] : [[-1, each.scheme]];
    if (each.length) now.length = each.length;
    if (each.kind === "RateAgreed") now.rate = each.rate.cents ? each.rate : null;
    if (each.kind === "Ended") now.ended = each.over;
    if (each.kind === "PlayedOn") now.day = each.day;
  }
  if (!drawing.people.every((id) => first.has(id))) throw new BadPack("somebody who was never at the table");
  const person = (id) => ({ ...first.get(id), name: names.get(id) || first.get(id)?.name || "?" });
  const people = drawing.people.map(person);
  for (const [row, shown] of drawing.shownBy) if (!notes.has(shown) && notes.has(row)) notes.set(shown, notes.get(row));
  const rows = rowsOf(events, versions, rules, drawing, notes);
  return {
    ...now,
    id: start.id,
    created: start.created,
    people,
    name: (id) => person(id).name,
    here: new Set(now.seating.ids),
    rows,
    totals: rows.length ? rows.at(-1).totals : people.map(() => 0),
    unit: drawing.unit,
    dealer: drawing.dealer,
    left: drawing.left,
    pot: drawing.pot,
    note: notes.get(null) ?? "",
    next: 1 + Math.max(0, ...rows.map((row) => row.number)),
    hands: rows.filter((row) => row.hand && !row.voided).length,
    events: events.length,
    last: events.length ? events.at(-1).at : start.created,
  };
}

// The rows in the order of the sheet: an inserted row stands before the row that it names.
function rowOrder(events, shownBy) {
  const inserted = new Map(), waiting = [], placed = [];
  events.forEach((each, at) => {
    if (each.deal === undefined || each.row !== at) return;
    const before = rowBelow(events, at, shownBy);
    if (before === null) waiting.push(at);
    else inserted.set(before, [...(inserted.get(before) ?? []), at]);
  });
  waiting.reverse();
  while (waiting.length) {
    const row = waiting.pop(), others = inserted.get(row);
    if (others === undefined) placed.push(row);
    else {
      inserted.delete(row);
      waiting.push(row, ...others.reverse());
    }
  }
  return placed;
}

// The row before which a row was inserted; if the sheet leaves that row out, the earlier row that shows the same hand.
// null for a row that was not inserted.
function rowBelow(events, row, shownBy) {
  const { before } = events[row], shown = shownBy.get(before);
  return shown === undefined || shown > row ? before : shown;
}

function placeOf(events, row, shownBy) {
  const before = rowBelow(events, row, shownBy);
  return before === null ? row : placeOf(events, before, shownBy);
}

function rowsOf(events, versions, rules, drawing, notes) {
  const places = new Map(drawing.people.map((id, place) => [id, place]));
  let totals = drawing.people.map(() => 0), number = 0;
  return rowOrder(events, drawing.shownBy).filter((row) => versions.has(row) && !drawing.shownBy.has(row)).map((row, index) => {
    const found = versions.get(row), version = found.at(-1), voided = version.deal === null;
    const told = voided ? struckOut(events, row, found) : version, shown = told.deal;
    const amounts = amountsOf(told, drawing, places, totals, voided ? -1 : index);
    if (!voided) totals = totals.map((total, place) => total + amounts[place]);
    const isDeal = !shown.adjustment && !shown.takeOver, place = placeOf(events, row, drawing.shownBy);
    return {
      ...shown,
      row,
      number: isDeal ? (number += 1) : 0,
      amounts,
      totals,
      voided,
      note: notes.get(row) ?? "",
      time: events[row].at,
      scheme: rules.findLast((each) => each[0] < place)[1],
    };
  });
}

// The version that was struck out: the earlier version that the striking out replaces.
function struckOut(events, row, versions) {
  let told = events.find((each) => each.row === row && each.deal);
  const gone = new Map();
  for (const each of versions) gone.set(each.at, (told = each.deal ? each : (gone.get(each.replaces[0]) ?? told)));
  return told;
}

function amountsOf({ deal, agreed }, { unit, others, people }, places, totals, index) {
  if (others.has(index)) return others.get(index);
  const amounts = people.map(() => 0);
  const give = (id, amount) => {
    if (places.has(id)) amounts[places.get(id)] += amount;
  };
  if (deal.adjustment) for (const [id, amount] of deal.adjustment.shares) give(id, (amount * unit) / deal.adjustment.unit);
  else if (deal.takeOver) {
    const score = totals[places.get(deal.takeOver.leaver)] ?? 0;
    give(deal.takeOver.leaver, -score);
    give(deal.takeOver.newcomer, score);
  } else if (agreed) {
    for (const [id, amount] of agreed.payments) give(id, (amount * unit) / agreed.unit);
  }
  return amounts;
}
