// Starts Python: from a pack of compiled modules, or from a snapshot of its memory.

export const FOLDERS = { library: "/lib/python3.14", site: "/site" };

const LOCK = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version: "314.0.7" },
  packages: {},
};
// An empty zip file: the standard library lies in a folder.
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

// `files` are pairs of a path and its bytes, `snapshot` the bytes of a snapshot; both may be promises.
export const loadPython = ({ loadPyodide, createModule, files, snapshot, library = NO_LIBRARY, ...settings }) =>
  loadPyodide({
    env: { PYTHONHASHSEED: "0", PYTHONDONTWRITEBYTECODE: "1", PYTHONPATH: Object.values(FOLDERS).join(":"), LANG: "C.UTF-8" },
    lockFileContents: LOCK,
    packageBaseUrl: "/none/",
    stdLibURL: library,
    _loadSnapshot: snapshot,
    _makeSnapshot: !snapshot,
    createPyodideModule: async (options) => {
      const content = await files;
      options.preRun.push(({ FS }) => writeFiles(FS, content));
      const module = await createModule(options);
      if (snapshot) {
        const bytes = await snapshot;
        const [, start] = new Uint32Array(bytes.buffer, bytes.byteOffset, 2);
        const missing = bytes.length - start - module.HEAP8.length;
        if (missing > 0) module.growMemory(module.HEAP8.length + missing); // restoring does not
      }
      return module;
    },
    ...settings,
  });
