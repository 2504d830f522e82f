// compile.mjs PYODIDE WORK: compiles WORK/site and Pyodide's standard library into WORK/compiled, as they lie in the
// browser's file system.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { FOLDERS, loadPython } from "./page/python.js";

process.on("uncaughtException", (error) => {
  console.error(error.message ?? error); // Node itself prints the line of the source, which is a megabyte
  process.exit(1);
});
const [pyodide, work] = process.argv.slice(2).map((each) => path.resolve(each));
const module = (name) => pathToFileURL(path.join(pyodide, name)).href;
const { loadPyodide } = await import(module("pyodide.mjs"));
const { default: createModule } = await import(module("pyodide.asm.mjs"));

const compiler = await loadPyodide({ env: { PYTHONHASHSEED: "0" } });
compiler.mountNodeFS("/build", work);
compiler.mountNodeFS("/client", pyodide);
compiler.globals.set("folders", compiler.toPy(FOLDERS));
compiler.runPython(`
import importlib._bootstrap_external as external, os, shutil, zipfile

def put(inside, data):
    if inside.endswith(".py"):
        code = compile(data, "/" + inside, "exec", dont_inherit=True, optimize=2)
        inside, data = inside + "c", external._code_to_timestamp_pyc(code)
    target = "/build/compiled/" + inside
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with open(target, "wb") as out:
        out.write(data)

for folder, subfolders, names in os.walk("/build/site"):
    subfolders.sort()
    for name in sorted(names):
        source = os.path.join(folder, name)
        with open(source, "rb") as file:
            put(folders["site"][1:] + source.removeprefix("/build/site"), file.read())

with zipfile.ZipFile("/client/python_stdlib.zip") as library:
    for name in sorted(library.namelist()):
        if not name.endswith("/"):
            put(folders["library"][1:] + "/" + name, library.read(name))
`);

const walk = (folder) => fs.readdirSync(folder, { withFileTypes: true }).flatMap((each) =>
  each.isDirectory() ? walk(path.join(folder, each.name)) : [path.join(folder, each.name)]);
const compiled = path.join(work, "compiled");
const { names, later } = JSON.parse(fs.readFileSync(path.join(work, "settings.json"), "utf-8"));
const files = walk(compiled).sort()
  .map((file) => [`/${path.relative(compiled, file).split(path.sep).join("/")}`, fs.readFileSync(file)])
  .filter(([name]) => !new RegExp(`^(?:${later})`).test(name)); // the first screen does without these
fs.writeFileSync(path.join(work, "empty.zip"), Buffer.from("UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==", "base64"));
const python = await loadPython({ loadPyodide, createModule, files, library: path.join(work, "empty.zip") });
python.FS.mkdirTree("/data");
const rehearsal = fs.readFileSync(new URL("rehearse.py", import.meta.url), "utf-8");
const modules = await python.runPythonAsync(`${rehearsal}\nawait rehearse(${JSON.stringify(names)})`);
fs.writeFileSync(path.join(compiled, "site/modules.json"), modules);
process.exit(0);
