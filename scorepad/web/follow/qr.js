// Makes a QR code of a text, by ISO/IEC 18004: bytes, in versions 1 to 10, which a camera still reads across a room.
"use strict";

// The levels of correction. For each level: its number in the code; then, for each version, the number of bytes of
// correction in each block, and the number of blocks.
const LOW = [1, [7, 10, 15, 20, 26, 18, 20, 24, 30, 18], [1, 1, 1, 1, 1, 2, 2, 2, 2, 4]];
const MEDIUM = [0, [10, 16, 26, 18, 24, 16, 18, 22, 22, 26], [1, 1, 1, 2, 2, 4, 4, 4, 5, 5]];
const MASKS = [
  (x, y) => (x + y) % 2, (x, y) => y % 2, (x, y) => x % 3, (x, y) => (x + y) % 3,
  (x, y) => ((x / 3 | 0) + (y / 2 | 0)) % 2, (x, y) => (x * y) % 2 + (x * y) % 3,
  (x, y) => ((x * y) % 2 + (x * y) % 3) % 2, (x, y) => ((x + y) % 2 + (x * y) % 3) % 2,
];
const LOOKS_LIKE_A_CORNER = /(?=10111010000|00001011101)/g;

// The rows of the code, each a list of 0 and 1; null if the text is too long. The code has the smallest version with
// room for the text, and the better level if this version has room for it.
function qrCode(text) {
  const bytes = [...new TextEncoder().encode(text)];
  for (let version = 1; version <= LOW[1].length; version++) {
    const level = [MEDIUM, LOW].find((each) => bytes.length + (version > 9 ? 3 : 2) <= roomOf(version, each));
    if (level) return codeOf(version, level, interleaved(version, level, bytes));
  }
  return null;
}

// The number of bytes in a version, and the number of bytes for data in a version at a level.
const allBytes = (version) => ((16 * version + 128) * version + 64 - (version > 6 ? 176 : version > 1 ? 25 : 0)) >> 3;
const roomOf = (version, [, correction, blocks]) => allBytes(version) - correction[version - 1] * blocks[version - 1];

function interleaved(version, level, bytes) {
  const count = level[2][version - 1], long = version > 9 ? 16 : 8, all = roomOf(version, level);
  const bits = `0100${bytes.length.toString(2).padStart(long, "0")}${bytes.map((each) => each.toString(2).padStart(8, "0")).join("")}0000`;
  const data = bits.slice(0, 8 * all).match(/.{8}/g).map((each) => parseInt(each, 2));
  for (let pad = 236; data.length < all; pad ^= 253) data.push(pad);
  const short = Math.floor(all / count), blocks = [];
  for (let n = 0, from = 0; n < count; n++) {
    const to = from + short + (n < count - (all % count) ? 0 : 1);
    blocks.push(data.slice(from, (from = to)));
  }
  const corrections = blocks.map((block) => correctionOf(block, level[1][version - 1]));
  const turns = (lists) => lists.at(-1).flatMap((_, n) => lists.map((each) => each[n])); // the last list is the longest
  return [...turns(blocks), ...turns(corrections)].filter((each) => each !== undefined);
}

// A product in the field of 256 elements.
function product(one, other) {
  let found = 0;
  for (let bit = 7; bit >= 0; bit--) found = (found << 1) ^ ((found >> 7) * 0x11d) ^ (((other >> bit) & 1) * one);
  return found;
}

// The bytes of correction of a block (Reed and Solomon).
function correctionOf(block, count) {
  let divisor = [1];
  for (let n = 0, root = 1; n < count; n++, root = product(root, 2)) {
    divisor = [...divisor, 0].map((each, place) => each ^ (place ? product(divisor[place - 1], root) : 0));
  }
  const rest = [...block, ...Array(count).fill(0)];
  for (let n = 0; n < block.length; n++) {
    const factor = rest[n];
    divisor.forEach((each, place) => { rest[n + place] ^= product(each, factor); });
  }
  return rest.slice(block.length);
}

// A number, followed by the bits that correct it.
function withCheck(value, generator, more) {
  let rest = value << more;
  for (let bit = 31 - Math.clz32(rest | 1); bit >= more; bit--) if ((rest >> bit) & 1) rest ^= generator << (bit - more);
  return (value << more) | rest;
}

function codeOf(version, level, bytes) {
  const side = 17 + 4 * version, empty = patterns(version, side), last = side - 1;
  const codes = MASKS.map((mask, number) => {
    const rows = filledIn(empty, bytes, mask), format = withCheck((level[0] << 3) | number, 0x537, 10) ^ 0x5412;
    for (let n = 0; n < 15; n++) {
      const bit = (format >> n) & 1;
      rows[n < 6 ? n : n < 8 ? n + 1 : last - 14 + n][8] = bit;
      rows[8][n < 8 ? last - n : n < 9 ? 7 : 14 - n] = bit;
    }
    return rows;
  });
  const worth = codes.map(penalty);
  return codes[worth.indexOf(Math.min(...worth))];
}

// The modules that all codes of a version have in common: null where data goes, 0 where level and mask go.
function patterns(version, side) {
  const rows = Array.from({ length: side }, () => Array(side).fill(null)), last = side - 1;
  const square = (x, y, size, value) => {
    for (let n = -size; n <= size; n++) for (let m = -size; m <= size; m++) {
      if (y + n in rows && x + m in rows) rows[y + n][x + m] = value(Math.max(Math.abs(n), Math.abs(m)));
    }
  };
  for (let n = 0; n < side; n++) rows[6][n] = rows[n][6] = 1 - (n % 2);
  for (const [x, y] of [[3, 3], [last - 3, 3], [3, last - 3]]) square(x, y, 4, (far) => Number(far !== 2 && far !== 4));
  const centres = version < 2 ? [] : version < 7 ? [6, last - 6] : [6, last / 2, last - 6];
  for (const x of centres) for (const y of centres) if (x + y > 12 && Math.abs(x - y) < last - 12) square(x, y, 2, (far) => 1 - (far % 2));
  for (let n = 0; n < 9; n++) if (n !== 6) rows[8][n] = rows[n][8] = 0;
  for (let n = 0; n < 8; n++) rows[8][last - n] = rows[last - n][8] = 0;
  rows[last - 7][8] = 1;
  const told = withCheck(version, 0x1f25, 12);
  for (let n = 0; version > 6 && n < 18; n++) {
    const near = Math.floor(n / 3), far = last - 10 + (n % 3);
    rows[near][far] = rows[far][near] = (told >> n) & 1;
  }
  return rows;
}

// The bits go up and down in columns of two, from the right.
function filledIn(empty, bytes, mask) {
  const rows = empty.map((row) => [...row]), last = rows.length - 1;
  let at = 0;
  for (let right = last; right > 0; right -= right === 8 ? 3 : 2) {
    const up = ((right + 1) & 2) === 0;
    for (let n = 0; n <= last; n++) for (const x of [right, right - 1]) {
      const y = up ? last - n : n;
      if (rows[y][x] !== null) continue;
      rows[y][x] = ((bytes[at >> 3] >> (7 - (at & 7))) & 1) ^ (mask(x, y) ? 0 : 1);
      at += 1;
    }
  }
  return rows;
}

// The penalty of a code: the higher, the harder the code is to read.
function penalty(rows) {
  const lines = [...rows, ...rows.map((_, x) => rows.map((row) => row[x]))].map((line) => line.join("")), all = rows.flat();
  let sum = 10 * Math.floor(Math.abs(all.filter(Boolean).length * 20 / all.length - 10));
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    sum += 40 * [...`0000${line}0000`.matchAll(LOOKS_LIKE_A_CORNER)].length; // around the code, all is light
  }
  rows.slice(1).forEach((row, y) => row.slice(1).forEach((each, x) => {
    if (each === row[x] && each === rows[y][x] && each === rows[y][x + 1]) sum += 3;
  }));
  return sum;
}
