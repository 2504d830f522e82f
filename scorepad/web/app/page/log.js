// The records of a log; new records are only ever added at its end.
//
//     record   "SPJ" and the format | u32 size | u32 number | u32 crc32 of size, number and payload | payload
//     payload  u32 size of JSON | JSON | bytes
//
// Integers are little endian; the size is the size of the payload. Records are numbered without gaps.
const FORMAT = 1;
const MAGIC = 0x004a5053 | ((48 + FORMAT) << 24);
const HEAD = 16;

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n;
});
export const crc32 = (...parts) => {
  let sum = ~0;
  for (const part of parts) for (let i = 0; i < part.length; i++) sum = (sum >>> 8) ^ TABLE[(sum ^ part[i]) & 255];
  return ~sum >>> 0;
};
const encoder = new TextEncoder();
const decoder = new TextDecoder();

// The fields of a payload; null if `encode` cannot have written them, even if the checksum is right.
const fieldsOf = (payload, size) => {
  try {
    const fields = JSON.parse(decoder.decode(payload.subarray(4, 4 + size)));
    return size <= payload.length - 4 && isFields(fields) ? fields : null;
  } catch {
    return null;
  }
};
const isFields = ({ op, path = "", from = "", to = "", mode = 0, turn = 0 }) =>
  typeof op === "string" && [path, from, to].every(isPath) && [mode, turn].every(Number.isSafeInteger);
const isPath = (path) => typeof path === "string" && !path.split("/").includes("..");

export class NewerFormat extends Error {}

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

// The sound records of a log, the end of the last one, and whether records between them are missing or damaged. Bytes
// after the last sound record are an unfinished write, unless a later number was confirmed.
// Throws NewerFormat for the log of a newer scorepad.
export const decode = (raw) => {
  const view = new DataView(raw.buffer, raw.byteOffset, raw.length);
  const records = [];
  let end = 0, damaged = false, at = 0;
  while (at + HEAD + 4 <= raw.length) {
    const size = view.getUint32(at + 4, true), next = at + HEAD + size, magic = view.getUint32(at, true);
    const newer = magic > MAGIC && (magic ^ MAGIC) << 8 === 0;
    const sound = (newer || magic === MAGIC) && size >= 4 && next <= raw.length
      && crc32(raw.subarray(at + 4, at + 12), raw.subarray(at + HEAD, next)) === view.getUint32(at + 12, true);
    if (!sound) {
      at += 1;
      continue;
    }
    if (newer) throw new NewerFormat();
    const payload = raw.subarray(at + HEAD, next), json = view.getUint32(at + HEAD, true);
    const number = view.getUint32(at + 8, true), fields = fieldsOf(payload, json);
    if (fields === null) {
      at += 1;
      continue;
    }
    if (at > end || (records.length && number !== records.at(-1).number + 1)) damaged = true;
    records.push({
      number,
      fields,
      bytes: payload.slice(4 + json),
    });
    at = end = next;
  }
  return { records, end, damaged };
};
