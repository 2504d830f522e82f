// compile.mjs PYODIDE WORK: compiles WORK/site and WORK/library into WORK/compiled, with the paths of the browser's
// file system; writes the paths of the modules that the first screen imports into WORK/imported.json, and Python's
// memory after these imports into WORK/memory: a file for each range of bytes, named by its place, and `head`, which
// Pyodide needs.
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { FOLDERS, loadPython } from "./page/python.js";

process.on("uncaughtException", (error) => {
  console.error(error.message ?? error); // Node itself would print the line of the source, which has a megabyte
  process.exit(1);
});
const [pyodide, work] = process.argv.slice(2).map((each) => path.resolve(each));
const module = (name) => pathToFileURL(path.join(pyodide, name)).href;
const { loadPyodide } = await import(module("pyodide.mjs"));
const { default: createModule } = await import(module("pyodide.asm.mjs"));

const compiler = await loadPyodide({ env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" } });
compiler.mountNodeFS("/build", work);
compiler.globals.set("folders", compiler.toPy(FOLDERS));
compiler.runPython(`
import importlib._bootstrap_external as external, os

for kind, root in folders.items():
    for place, subfolders, names in os.walk("/build/" + kind):
        subfolders.sort()
        target = place.replace("/build/" + kind, "/build/compiled" + root, 1)
        os.makedirs(target)
        for name in sorted(names):
            with open(os.path.join(place, name), "rb") as file:
                data = file.read()
            if name.endswith(".py"):
                inside = os.path.join(target, name).removeprefix("/build/compiled")
                data = external._code_to_timestamp_pyc(compile(data, inside, "exec", dont_inherit=True, optimize=2))
                name += "c"
            with open(os.path.join(target, name), "wb") as file:
                file.write(data)
`);

const walk = (folder) => fs.readdirSync(folder, { withFileTypes: true }).flatMap((each) =>
  each.isDirectory() ? walk(path.join(folder, each.name)) : [path.join(folder, each.name)]);
const compiled = path.join(work, "compiled"), memory = path.join(work, "memory"), library = path.join(work, "empty.zip");
const { names, later } = JSON.parse(fs.readFileSync(path.join(work, "settings.json"), "utf-8"));
const read = () => walk(compiled).sort()
  .map((file) => [`/${path.relative(compiled, file).split(path.sep).join("/")}`, fs.readFileSync(file)])
  .filter(([name]) => !new RegExp(`^(?:${later})`).test(name)); // the first screen does not need these
fs.writeFileSync(library, Buffer.from("UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==", "base64"));

const rehearsed = await loadPython({ loadPyodide, createModule, files: read(), library });
rehearsed.FS.mkdirTree("/data");
const rehearsal = fs.readFileSync(new URL("rehearse.py", import.meta.url), "utf-8");
const modules = JSON.parse(await rehearsed.runPythonAsync(`${rehearsal}\nawait rehearse(${JSON.stringify(names)})`));
fs.writeFileSync(path.join(compiled, "site/modules.json"), JSON.stringify(Object.keys(modules)));
fs.writeFileSync(path.join(work, "imported.json"), JSON.stringify(Object.values(modules)));

// The bytes must be the same each time and everywhere: from here on the clock stands still, nothing is random, and
// Python does not know its path.
process.argv[1] = "./this.program";
globalThis.Date = class extends Date {
  constructor(...given) {
    super(...(given.length ? given : [0]));
  }
  static now = () => 0;
};
performance.now = Math.random = () => 0;
globalThis.crypto.getRandomValues = crypto.randomFillSync = (bytes) => bytes;

let fresh;
const python = await loadPython({
  loadPyodide, library, files: read(),
  createModule: async (options) => {
    const unused = await createModule({ ...options, API: { ...options.API }, preRun: [], noInitialRun: true });
    fresh = Buffer.from(unused.HEAPU8);
    return createModule(options);
  },
});
python.runPython("import start; start.prepare()");
const snapshot = Buffer.from(python.makeMemorySnapshot());
const size = snapshot.readUInt32LE(4); // the size of the part before the memory
fs.mkdirSync(memory);
fs.writeFileSync(path.join(memory, "head"), snapshot.subarray(0, size));
const bytes = snapshot.subarray(size);
const PAGE = 4096;
const same = (at) => at < bytes.length && bytes.subarray(at, at + PAGE).equals(
  at < fresh.length ? fresh.subarray(at, at + PAGE) : Buffer.alloc(PAGE));
for (let at = 0, end; at < bytes.length; at = end) {
  for (end = at + PAGE; same(end) === same(at) && end < bytes.length; ) end += PAGE;
  if (!same(at)) fs.writeFileSync(path.join(memory, String(at).padStart(10, "0")), bytes.subarray(at, end));
}
fs.writeFileSync(path.join(memory, String(bytes.length).padStart(10, "0")), "");
process.exit(0);
