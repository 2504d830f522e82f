// Opens sealed messages, and cuts packets, as the page does: a line of JSON in, a line of JSON out.
"use strict";
const fs = require("fs"), vm = require("vm");
const { sealOf, unsealed, packets } = vm.runInThisContext(`${process.argv[2]}\n;({ sealOf, unsealed, packets })`);
const bytesIn = (text) => new Uint8Array(Buffer.from(text, "base64"));
const textOf = (bytes) => Buffer.from(bytes).toString("base64");

async function opened({ secret, topic, message }) {
  const seal = await sealOf(secret), found = await unsealed({ ...seal, topic: topic ?? seal.topic }, bytesIn(message));
  return { topic: seal.topic, number: found && String(found.number), body: found && textOf(found.body) };
}

function cut({ pieces }) {
  const cutter = packets(), found = [];
  try {
    for (const piece of pieces) for (const { kind, body } of cutter(bytesIn(piece))) found.push([kind, textOf(body)]);
  } catch (error) {
    return { found, bad: error.message };
  }
  return { found };
}

(async () => {
  for (const line of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
    const asked = JSON.parse(line);
    console.log(JSON.stringify(asked.pieces ? cut(asked) : await opened(asked)));
  }
})();
