// An append-only log of records that lasts: what a flush has confirmed survives a kill and a power cut.
//
//     record   u32 magic | u32 size | u32 number | u32 crc32 of size, number and payload | payload
//     payload  u32 size of JSON | JSON | bytes
//
// Records are numbered without gaps. Two files take turns: when one has grown, the other one begins with a copy of
// everything that is there, which ends with the record "begun"; from then on it counts, and the first one is emptied.
const MAGIC = 0x314a5053; // "SPJ1"
const HEAD = 16;

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n;
});
const crc32 = (...parts) => {
  let sum = ~0;
  for (const part of parts) for (let i = 0; i < part.length; i++) sum = (sum >>> 8) ^ TABLE[(sum ^ part[i]) & 255];
  return ~sum >>> 0;
};
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export const encode = (number, fields, bytes = new Uint8Array(0)) => {
  const json = encoder.encode(JSON.stringify(fields));
  const record = new Uint8Array(HEAD + 4 + json.length + bytes.length);
  const view = new DataView(record.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, record.length - HEAD, true);
  view.setUint32(8, number, true);
  view.setUint32(HEAD, json.length, true);
  record.set(json, HEAD + 4);
  record.set(bytes, HEAD + 4 + json.length);
  view.setUint32(12, crc32(record.subarray(4, 12), record.subarray(HEAD)), true);
  return record;
};

// The sound records of a log, and whether others are missing between them or damaged. What follows the last sound
// record is a record that was being written: nobody was told that it is there.
export const decode = (raw) => {
  const view = new DataView(raw.buffer, raw.byteOffset, raw.length);
  const records = [];
  let end = 0, damaged = false, at = 0;
  while (at + HEAD + 4 <= raw.length) {
    const size = view.getUint32(at + 4, true), next = at + HEAD + size;
    const sound = view.getUint32(at, true) === MAGIC && size >= 4 && next <= raw.length
      && crc32(raw.subarray(at + 4, at + 12), raw.subarray(at + HEAD, next)) === view.getUint32(at + 12, true);
    if (!sound) { at += 1; continue; }
    const number = view.getUint32(at + 8, true), json = view.getUint32(at + HEAD, true);
    if (at > end || (records.length && number !== records.at(-1).number + 1)) damaged = true;
    records.push({
      number,
      fields: JSON.parse(decoder.decode(raw.subarray(at + HEAD + 4, at + HEAD + 4 + json))),
      bytes: raw.slice(at + HEAD + 4 + json, next),
    });
    at = end = next;
  }
  return { records, end, damaged };
};
