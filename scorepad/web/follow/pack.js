// Reads a pack: the start of an evening, its events, and the drawing for readers that know no rules.
// The parts have the names and the order of scorepad/sharing; README.md there describes the format.
"use strict";

// -- small parts --

function ident(pack) {
  const hexadecimal = (count) => Array.from({ length: count }, () => pack.bits(32).toString(16).padStart(8, "0")).join("");
  if (pack.flag()) return hexadecimal(4);
  return pack.flag() ? hexadecimal(1) : pack.text();
}

// Milliseconds since 1970.
function time(pack) {
  const digits = pack.oneOf(TIME_FORMS);
  return digits === null ? Date.parse(pack.text()) : EPOCH + pack.signed(TIME_ORDERS[digits]) * 10 ** (3 - digits);
}

// "2026-11-21"
function day(pack) {
  if (!pack.flag()) return pack.text();
  return new Date(EPOCH + pack.signed(11) * 86400000).toISOString().slice(0, 10);
}

function length(pack) {
  if (pack.flag()) return {};
  if (pack.flag()) return { hands: pack.number(4) };
  if (pack.flag()) return { deals: pack.number(2) };
  return { until: time(pack) };
}

function rate(pack) {
  const found = { points: pack.number(7), cents: pack.number(7), currency: "€" };
  if (!pack.flag()) found.currency = pack.text();
  found.step = pack.number(1);
  if (!found.points || !found.step || found.cents > MAX_CENTS) throw new BadPack("a rate that is none");
  if (!found.currency || [...found.currency].length > MAX_CURRENCY) throw new BadPack("a currency without a sign");
  return found;
}

// The parts of a scheme that the page needs: the figures of a score, the rule for half points, and the shares of the
// taker's side.
function scheme(pack) {
  const found = { figures: {} }, values = { ...SCHEMES[0], ...item(SCHEMES, pack.number(2)) };
  if (!pack.flag()) {
    const parameter = () => {
      const place = pack.number(6), kind = pack.bits(2);
      return [place, [() => null, () => pack.flag(), () => pack.signed(6), () => pack.text()][kind]()];
    };
    ident(pack);
    Object.assign(values, Object.fromEntries(pack.each(parameter, 2)));
    pack.each(parameter); // sources
  }
  for (const place in FIGURES) found.figures[FIGURES[place]] = values[place] ?? null;
  pack.number(0);
  pack.bits(16);
  found.halfPoints = pack.oneOf(HALF_POINTS);
  found.equal = pack.flag();
  found.unit = (found.halfPoints === "kept" ? 2 : 1) * (found.equal ? 2 : 1);
  return found;
}

// -- the context of the next event: the facts from the events before it --

class Context {
  constructor(people, devices, schemes) {
    Object.assign(this, { people, devices, schemes, scheme: item(schemes, 0) });
    this.known = new Map();
    this.events = [];
    this.versions = new Map();
    this.deals = new Map();
    this.turns = new Map();
    this.seq = 0;
    this.device = devices[0] ?? "";
  }

  seat(seating) {
    this.seating = seating;
    this.last = null;
    for (const person of seating.people) this.known.set(person.id, person);
  }

  get nextDealer() {
    const { ids, seats, dealer } = this.seating, last = this.last;
    if (last === null) return dealer;
    const place = ids.indexOf(last.dealer);
    if (ids.length > seats && place >= 0 && last.thrownIn === "all_passed") return last.dealer;
    return place < 0 ? dealer : ids[(place + 1) % ids.length];
  }

  players(dealer) {
    const { ids, seats } = this.seating, place = ids.indexOf(dealer);
    if (place < 0) return [];
    const out = new Set(Array.from({ length: ids.length - seats }, (_, n) => ids[(place - n + ids.length) % ids.length]));
    return ids.filter((id) => !out.has(id));
  }

  remember(event) {
    const at = this.events.length;
    this.events.push(event);
    if (event.seating) this.seat(event.seating);
    if (event.deal !== undefined) {
      this.versions.set(event.row, at);
      if (event.deal !== null) {
        this.deals.set(event.row, event.deal);
        if (event.row === at && !event.deal.adjustment && !event.deal.takeOver) {
          this.turns.set(at, [this.last, event.deal]);
          this.last = event.deal;
        }
      }
    }
    if (event.kind === "Undone" && this.turns.has(event.event)) this.last = this.turns.get(event.event)[Number(event.redone)];
    if (event.kind === "RulesChanged") this.scheme = event.scheme;
    for (const [id, name] of event.names ?? []) {
      if (this.known.has(id)) this.known.set(id, { ...this.known.get(id), name });
    }
  }
}

function seating(pack, context) {
  const count = 2 + pack.number(1);
  if (count > 16) throw new BadPack("too many people at the table");
  const ids = pack.flag()
    ? context.people.slice(0, count)
    : Array.from({ length: count }, () => pack.choice(context.people));
  const people = ids.map((id) => {
    const known = context.known.get(id);
    if (known !== undefined && pack.flag()) return known;
    const person = { id, name: pack.text(), mark: pack.number(3), guest: false, members: [] };
    if (pack.flag()) {
      person.guest = pack.flag();
      person.members = pack.each(() => (ident(pack), pack.text()), 1);
    }
    return person;
  });
  const seats = 2 + pack.bits(2);
  return { ids, people, seats, dealer: pack.choice(ids) };
}

// -- hands and their payments --

function hand(pack, players) {
  const found = { players, partner: null, petit: null, poignees: [], miseres: [] };
  if (players.length === 5) {
    const both = pack.bits(5);
    found.taker = item(players, Math.floor(both / 5));
    found.partner = both % 5 === Math.floor(both / 5) ? null : players[both % 5];
  } else {
    found.taker = pack.choice(players);
    found.partner = pack.maybe(() => pack.choice(players));
  }
  found.bid = pack.oneOf(BIDS);
  found.bouts = pack.bits(2);
  found.margin = pack.signed(MARGIN_ORDER);
  found.halfPoints = 2 * NEEDED[found.bouts] + found.margin;
  found.chelem = found.petitChelem = { announced: null, made: null };
  if (pack.flag()) return found;
  const side = () => pack.oneOf(SIDES);
  const chelem = () => ({ announced: pack.maybe(side), made: pack.maybe(side) });
  found.petit = pack.maybe(side);
  found.poignees = pack.each(() => ({ player: pack.choice(players), size: pack.oneOf(POIGNEES) }));
  if (pack.flag()) {
    found.chelem = chelem();
    found.petitChelem = chelem();
    found.miseres = pack.each(() => ({ player: pack.choice(players), kind: pack.number(1) }));
    found.called = pack.maybe(() => ({ suit: pack.number(2), court: pack.number(0) }));
    found.found = pack.maybe(() => pack.number(1));
  }
  return found;
}

// The amount that each defender most likely pays: see `official` in scorepad/sharing/hands.py.
function official(hand, scheme) {
  const won = hand.margin >= 0, sign = won ? 1 : -1, factor = FACTORS[hand.bid];
  let halves = hand.margin;
  if (halves % 2 && scheme.halfPoints !== "kept") halves += won || scheme.halfPoints === "taker" ? 1 : -1;
  let points = factor * (2 * sign * BASE + halves);
  if (hand.petit !== null) points += 2 * factor * (hand.petit === "taker" ? PETIT_AU_BOUT : -PETIT_AU_BOUT);
  for (const each of hand.poignees) points += 2 * sign * POIGNEE_POINTS[each.size];
  return Math.floor((points * scheme.unit) / 2);
}

function paid(hand, scheme, points) {
  const defenders = hand.players.length - (hand.partner === null ? 1 : 2);
  const partner = hand.partner === null ? 0 : scheme.equal ? defenders : 2;
  const weight = (id) => (id === hand.taker ? 2 * defenders - partner : id === hand.partner ? partner : -2);
  return { unit: scheme.unit, payments: hand.players.map((id) => [id, Math.floor((points * weight(id)) / 2)]) };
}

function agreed(pack, context, hand) {
  if (hand) {
    if (!pack.flag()) return paid(hand, context.scheme, official(hand, context.scheme));
    if (!pack.flag()) return paid(hand, context.scheme, pack.signed(7));
  }
  return pack.maybe(() => {
    const unit = 1 + pack.number(0), usual = hand ? hand.players : [];
    const players = pack.flag() ? usual : pack.each(() => pack.choice(context.people), 2);
    return { unit, payments: players.map((id) => [id, pack.signed(7)]) };
  });
}

function deal(pack, context, before) {
  let dealer = before ? before.dealer : context.nextDealer;
  if (!pack.flag()) dealer = pack.choice(context.people);
  if (pack.flag()) {
    const earlier = before && before.dealer === dealer ? before.hand : undefined;
    let players = earlier ? earlier.players : context.players(dealer);
    if (!pack.flag()) players = pack.each(() => pack.choice(context.people), 2);
    return { dealer, hand: hand(pack, players) };
  }
  const kind = pack.oneOf(OUTCOMES);
  if (kind === "ThrownIn") return { dealer, thrownIn: pack.oneOf(THROWN_IN) };
  if (kind === "TakeOver") return { dealer, takeOver: takeOver(pack, context) };
  const adjustment = { kind: pack.oneOf(ADJUSTMENTS), unit: pack.oneOf(UNITS), reason: pack.text() };
  adjustment.shares = pack.each(() => [pack.choice(context.people), pack.signed(5)], 2);
  return { dealer, adjustment };
}

function takeOver(pack, context) {
  const leaver = pack.choice(context.people);
  return { leaver, newcomer: pack.choice(context.people) };
}

// -- events; the place of an event in the list is its name --

function earlier(pack, context) {
  const place = context.events.length - 1 - pack.number(1);
  if (place < 0) throw new BadPack("an event before the first one");
  return place;
}

function change(pack, context, kind) {
  const back = () => earlier(pack, context);
  const own = context.events.length;
  switch (kind) {
    case "Dealt": {
      const row = pack.maybe(back);
      let replaces = row === null ? [] : [context.versions.get(row) ?? row];
      if (!pack.flag()) replaces = pack.each(back);
      const before = pack.maybe(back), old = row === null ? undefined : context.deals.get(row);
      const found = pack.maybe(() => deal(pack, context, old));
      return { row: row ?? own, replaces, before, deal: found, agreed: agreed(pack, context, found?.hand) };
    }
    case "Undone": return { event: back(), redone: pack.flag() };
    case "Noted": return { note: pack.text(), about: pack.maybe(back) };
    case "Seated": return { seating: seating(pack, context) };
    case "Renamed": {
      const title = pack.maybe(() => pack.text());
      return { title, names: pack.each(() => [pack.choice(context.people), pack.text()]) };
    }
    case "RulesChanged": {
      const scheme = pack.choice(context.schemes), fromNow = pack.flag();
      return { scheme, fromNow, length: pack.maybe(() => length(pack)) };
    }
    case "TakenOver": {
      const score = takeOver(pack, context), seats = seating(pack, context);
      return { row: own, replaces: [], before: null, deal: { dealer: seats.dealer, takeOver: score }, seating: seats };
    }
    case "Ended": return { over: pack.flag() };
    case "LengthAgreed": return { length: length(pack) };
    case "RateAgreed": return { rate: rate(pack) };
    case "PlayedOn": return { day: day(pack) };
    case "LeftOut": return { leftOut: pack.flag() };
    case "KeptApart": return { about: back(), other: back() };
    default: throw new BadPack("an unknown change");
  }
}

function recording(pack, context, found) {
  return { row: context.events.length, replaces: [], before: null, deal: found, agreed: agreed(pack, context, found.hand) };
}

function event(pack, context, times) {
  const usual = pack.flag(), records = usual || pack.flag();
  const kind = records ? "Dealt" : pack.oneOf(CHANGES);
  let reason = "";
  if (!usual) {
    if (pack.flag()) context.seq += 1;
    else {
      context.seq += pack.number(1);
      context.device = pack.choice(context.devices);
    }
    if (pack.flag()) reason = pack.text();
  } else context.seq += 1;
  const at = times.next();
  let found;
  if (usual) {
    const dealer = context.nextDealer;
    found = recording(pack, context, { dealer, hand: hand(pack, context.players(dealer)) });
  } else found = records ? recording(pack, context, deal(pack, context, undefined)) : change(pack, context, kind);
  return { kind, at, reason, ...found };
}

class Times {
  constructor(pack, created) {
    Object.assign(this, { pack, created, timed: pack.flag() });
    this.digits = this.timed ? pack.oneOf(TIME_FORMS) : null;
    if (this.digits === null) return;
    this.scale = 10 ** (3 - this.digits);
    this.units = Math.floor((created - EPOCH) / this.scale);
    this.onlyUsual = pack.flag();
    this.backwards = pack.flag();
    this.width = pack.bits(6);
  }

  next() {
    if (!this.timed) return this.created;
    if (this.digits === null || (!this.onlyUsual && !this.pack.flag())) return time(this.pack);
    const negative = this.backwards && this.pack.flag(), gap = this.pack.near(this.width);
    this.units += negative ? -gap : gap;
    return EPOCH + this.units * this.scale;
  }
}

// -- the whole --

function readPack(raw) {
  const pack = new BitReader(raw);
  const start = { id: ident(pack), created: time(pack), title: pack.text() };
  const people = pack.each(() => ident(pack), 2), devices = pack.each(() => ident(pack));
  const context = new Context(people, devices, pack.each(() => scheme(pack)));
  start.scheme = context.scheme;
  context.seat(seating(pack, context));
  start.seating = context.seating;
  start.length = length(pack);
  const times = new Times(pack, start.created);
  pack.each(() => context.remember(event(pack, context, times)), 5);
  const count = pack.number(2);
  const drawing = { people: people.slice(0, count), unit: pack.oneOf(UNITS), dealer: pack.choice(people) };
  drawing.left = pack.maybe(() => pack.number(3));
  drawing.pot = pack.each(() => pack.number(5));
  drawing.others = new Map();
  let row = -1;
  pack.each(() => {
    row += 1 + pack.number(0);
    drawing.others.set(row, Array.from({ length: count }, () => pack.signed(6)));
  });
  const pair = () => [earlier(pack, context), earlier(pack, context)];
  drawing.shownBy = new Map(pack.version > 1 ? pack.each(pair) : []);
  if (pack.end - pack.at > 7 || pack.bits(pack.end - pack.at)) throw new BadPack("something follows");
  return { start, events: context.events, drawing };
}

// A code to scan has a number in base 36 after a 0; a link has base64url (see scorepad/sharing/links.py).
function bytesOfNumber(code) {
  if (code.length > MAX_PACK || !/^[0-9A-Z]+$/.test(code)) throw new BadPack("not a code");
  let number = 0n;
  for (const sign of code) number = number * 36n + BigInt(parseInt(sign, 36));
  const digits = number.toString(16);
  const pairs = (digits.length % 2 ? `0${digits}` : digits).match(/../g);
  return Uint8Array.from(pairs, (pair) => parseInt(pair, 16));
}

function bytesOf(code) {
  if (code.startsWith("0")) return bytesOfNumber(code);
  const plain = atob(code.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

// The bytes in base64url, without "=" at the end.
function codeFor(raw) {
  return btoa(Array.from(raw, (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}
