// Starts Python from the contents of its memory, or from compiled modules.

export const FOLDERS = { library: "/lib/python3.14", site: "/site" };

const LOCK = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version: "314.0.7" },
  packages: {},
};
// An empty zip file: the standard library is in a folder.
const NO_LIBRARY = "data:application/zip;base64,UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==";

export const writeFiles = (FS, files) => {
  const folders = new Set();
  for (const [path, content] of files) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) {
      FS.mkdirTree(folder);
      folders.add(folder);
    }
    FS.writeFile(path, content, { canOwn: true });
  }
};

// `ranges` are pairs of a place (such as "/0000065536") and the bytes there; memory outside the ranges is the same as
// in a new module. The last range is empty: its place is the end of the memory.
const fill = (module, ranges) => {
  const places = ranges.map(([place]) => Number(place.slice(1)));
  if (places.at(-1) > module.HEAPU8.length) module.growMemory(places.at(-1));
  // The pointer to a WebAssembly function that not every browser has: the module has set it for this browser.
  const offset = module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET / 4];
  const trampoline = (module.__PyRuntime + offset) / 4;
  const own = module.HEAP32[trampoline];
  ranges.forEach(([, bytes], n) => module.HEAPU8.set(bytes, places[n]));
  module.HEAP32[trampoline] = own;
};

// `files` are pairs of a path and its bytes; they and `ranges` may be promises.
export const loadPython = ({ loadPyodide, createModule, files, head, ranges, library = NO_LIBRARY, ...settings }) =>
  loadPyodide({
    env: { PYTHONHASHSEED: "0", PYTHONDONTWRITEBYTECODE: "1", PYTHONPATH: Object.values(FOLDERS).join(":"), LANG: "C.UTF-8" },
    lockFileContents: LOCK,
    packageBaseUrl: "/none/",
    stdLibURL: library,
    _loadSnapshot: head,
    _makeSnapshot: !head,
    createPyodideModule: async (options) => {
      if (head) {
        const module = await createModule(options); // the module does not run yet, but is ready for its memory
        fill(module, await ranges);
        ranges = null; // frees 25 MB, since Pyodide keeps this function
        writeFiles(module.FS, await files);
        return module;
      }
      const content = await files;
      options.preRun.push(({ FS }) => writeFiles(FS, content));
      return createModule(options);
    },
    ...settings,
  });
