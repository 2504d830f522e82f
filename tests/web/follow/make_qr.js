// Makes codes as the page does: a line of JSON with a text in, the rows of the code out, or null.
"use strict";
const fs = require("fs"), vm = require("vm");
const qrCode = vm.runInThisContext(`${process.argv[2]}\n;qrCode`);
for (const line of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const rows = qrCode(JSON.parse(line));
  console.log(JSON.stringify(rows && rows.map((row) => row.join(""))));
}
