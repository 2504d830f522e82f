// node zones.mjs PYODIDE MODULE: runs a module with `SYSTEM`, a zone, in Pyodide. Reads moments as a list of JSON from
// standard input, and prints each as the clock of the system shows it.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, module] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide();
python.FS.writeFile("zones.py", fs.readFileSync(module, "utf-8"));
python.globals.set("given", fs.readFileSync(0, "utf-8"));
console.log(python.runPython(`
import json
from zones import SYSTEM
json.dumps([SYSTEM.clock(at).isoformat() for at in json.loads(given)])
`));
process.exit(0);
