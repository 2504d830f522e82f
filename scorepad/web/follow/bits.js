// Reads the bits of a pack: flags, numbers, choices and texts. scorepad/sharing/README.md describes the codes.
"use strict";

// Put in by the builder: the figures of the format, and its lists of values with their orders.
const {
  EVENING, VERSION, MAX_PACK, MAX_EVENTS, MAX_TEXT, CHECKSUM_BYTES, TEXT_ORDER, ESCAPE, EPOCH, TIME_ORDERS, MARGIN_ORDER,
  CHANGES, OUTCOMES, BIDS, SIDES, POIGNEES, THROWN_IN, ADJUSTMENTS, TIME_FORMS, UNITS, HALF_POINTS,
  TOPICS, PURPOSES, NONCE_BYTES, TAG_BYTES, NUMBER_BYTES,
  NEEDED, FACTORS, BASE, PETIT_AU_BOUT, POIGNEE_POINTS, FIGURES, SCHEMES, MAX_CENTS, MAX_CURRENCY, MOST_EXACT,
} = /*FORMAT*/ {};

class BadPack extends Error {}

function checksum(bytes) {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum >>> 0;
}

class BitReader {
  constructor(raw) {
    if (raw.length <= CHECKSUM_BYTES || raw.length > MAX_PACK) throw new BadPack("too few bytes, or too many");
    this.version = raw[0] & 15;
    const known = raw[0] >> 4 === EVENING && this.version > 0 && this.version <= VERSION;
    if (!known) throw new BadPack("something else, or of a later version");
    const end = raw.length - CHECKSUM_BYTES;
    const told = new DataView(raw.buffer, raw.byteOffset + end).getUint32(0);
    if (checksum(raw.subarray(0, end)) !== told) throw new BadPack("damaged");
    this.raw = raw;
    this.at = 8;
    this.end = 8 * end;
    this.texts = [];
  }

  bits(count) {
    if (this.at + count > this.end) throw new BadPack("cut short");
    let value = 0;
    for (let left = count; left > 0; ) {
      const from = this.at & 7, take = Math.min(8 - from, left);
      const part = (this.raw[this.at >> 3] >> (8 - from - take)) & ((1 << take) - 1);
      value = value * 2 ** take + part;
      this.at += take;
      left -= take;
    }
    return value;
  }

  flag() {
    return this.bits(1) === 1;
  }

  number(order) {
    let zeros = 0;
    while (!this.flag()) if (++zeros > 52) throw new BadPack("a number is too long");
    return 2 ** (order + zeros) + this.bits(order + zeros) - 2 ** order;
  }

  signed(order) {
    const folded = this.number(order);
    return folded % 2 ? -(folded + 1) / 2 : folded / 2;
  }

  near(width) {
    let times = 0;
    while (times < ESCAPE && !this.flag()) times++;
    return times === ESCAPE ? this.number(width) : times * 2 ** width + this.bits(width);
  }

  oneOf({ values, order }) {
    return item(values, this.number(order));
  }

  choice(options) {
    return item(options, this.bits(options.length < 2 ? 0 : 32 - Math.clz32(options.length - 1)));
  }

  maybe(part) {
    return this.flag() ? part() : null;
  }

  each(part, order = 0) {
    const count = this.number(order);
    if (count > MAX_EVENTS) throw new BadPack("a list is too long");
    return Array.from({ length: count }, part);
  }

  text() {
    if (this.flag()) return item(this.texts, this.texts.length - 1 - this.number(TEXT_ORDER));
    const length = this.number(TEXT_ORDER);
    if (length > MAX_TEXT) throw new BadPack("a text is too long");
    const bytes = Uint8Array.from({ length }, () => this.bits(8));
    const found = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    this.texts.push(found);
    return found;
  }
}

function item(values, place) {
  if (!(place >= 0 && place < values.length)) throw new BadPack("a number of nothing");
  return values[place];
}
