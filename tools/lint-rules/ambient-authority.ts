/**
 * The one list of who may reach the outside world.
 *
 * A module below gives its importer ambient authority: files, sockets, processes, threads, other realms. Product code
 * gets such authority only in the folders named here, so that a reader knows where to look for it. Everything that is
 * not listed is refused by the `ambit/no-ambient-authority` lint rule.
 */

/** Modules that give ambient authority, without the `node:` prefix. A sub-path (`fs/promises`) counts as its module. */
export const guardedModules: readonly string[] = [
  "child_process",
  "cluster",
  "dgram",
  "dns",
  "fs",
  "http",
  "http2",
  "https",
  "inspector",
  "module",
  "net",
  "repl",
  "sqlite",
  "tls",
  "undici",
  "v8",
  "vm",
  "wasi",
  "worker_threads",
  "ws",
];

/** What guarded modules offer that touches nothing: may be imported by name everywhere. */
export const harmlessNames: Readonly<Record<string, readonly string[]>> = {
  net: ["isIP", "isIPv4", "isIPv6"],
};

/** Globals that open a connection without asking the judge. */
export const guardedGlobals: readonly string[] = ["EventSource", "WebSocket", "XMLHttpRequest", "fetch"];

/** A folder (or file) relative to the root, what it may import, and why. */
export interface Allowance {
  readonly folder: string;
  readonly modules: readonly string[];
  readonly why: string;
}

/** Product folders that may import guarded modules. */
export const allowances: readonly Allowance[] = [
  { folder: "packages/directory-handles/src", modules: ["fs"], why: "opens directories and walks them" },
  { folder: "packages/capability-proxies/src/connection", modules: ["undici", "dns", "net", "tls"], why: "dials judged addresses" },
  { folder: "packages/capability-proxies/src/web-socket", modules: ["net", "ws"], why: "speaks WebSocket on a connection that was dialled" },
  { folder: "packages/capability-proxies/src/tcp", modules: ["net"], why: "reads and writes a connection that was dialled" },
  { folder: "packages/worker-host/src", modules: ["worker_threads", "v8", "module"], why: "starts and watches the guest's thread, and finds the module that runs in it" },
  { folder: "packages/worker-host/src/thread-time", modules: ["fs"], why: "reads what the system says of a thread's processor time" },
  { folder: "packages/sandbox-wasm/src", modules: ["fs", "module"], why: "reads the module that the plugin ships, and finds the one that runs in the worker" },
  { folder: "packages/sandbox-wasm/src/component", modules: ["module", "worker_threads"], why: "translates components in a worker of its own" },
  { folder: "packages/sandbox-js/src/guest", modules: ["module"], why: "reads source maps" },
  { folder: "packages/sandbox-js/src", modules: ["fs"], why: "reads the engine's WebAssembly and the plugin's script" },
  { folder: "packages/sandbox-v8/src/guest", modules: ["v8", "vm"], why: "makes the plugin's realm and measures its heap" },
  { folder: "packages/sandbox-v8/src/engine", modules: ["fs", "v8"], why: "looks whether this process is confined, and how large its heap may be" },
  { folder: "packages/sandbox-process/src/confine", modules: ["child_process", "fs"], why: "starts confined children and builds what they see" },
  { folder: "packages/sandbox-process/src/gate-proxy", modules: ["child_process", "fs", "http", "module", "net"], why: "a child's network: a proxy that dials judged addresses, and the relay inside" },
  { folder: "packages/sandbox-process/src/script-tool", modules: ["child_process", "fs"], why: "finds the interpreter, keeps virtual environments, sees what a script changed" },
  { folder: "packages/sandbox-process/src/command", modules: ["fs"], why: "finds programs on the host's search path" },
  { folder: "packages/sandbox-process/src/placement", modules: ["fs", "module"], why: "finds the code that a guest's process loads" },
  { folder: "packages/sandbox-process/src/provider", modules: ["child_process", "dns", "fs", "module", "net"], why: "keeps file systems and records of sandboxes, resolves names for their gates, owns its folder by a socket; its supervisor runs commands inside" },
  { folder: "packages/sandbox-docker/src", modules: ["fs", "net", "undici"], why: "speaks to the engine by its unix socket, and puts the gate's socket where a container finds it" },
  { folder: "packages/sandbox-docker/src/test-engine", modules: ["child_process", "fs"], why: "starts an engine for tests, and makes its image" },
  { folder: "packages/api-host/src/stores/sqlite", modules: ["sqlite", "fs"], why: "the embedded store" },
  { folder: "packages/test-host/src/network", modules: ["dns", "fs", "http", "net", "tls"], why: "the network of a test: handlers behind a proxy of its own" },
  { folder: "packages/test-host/src/host", modules: ["fs"], why: "reads a plugin's manifest, keeps the host's data in a folder of its own" },
  { folder: "packages/test-host/src/roots", modules: ["fs"], why: "makes the folders that a test gives a plugin" },
  { folder: "packages/api-host/src/folders", modules: ["fs"], why: "reads the folder of a plugin, keeps bundles and private temp folders" },
];

/** Folders whose code is no product code, or is the application itself: they may import anything. */
export const freeFolders: readonly string[] = [
  "apps",
  "bench",
  "packages/conformance-suite",
  "tests",
  "tools",
];

/** Code of any package that is no product code: what tests share, and scripts that build something. It may import anything. */
export const supportCode: RegExp = /^(packages\/[^/]+\/(src\/testing|scripts)|examples\/[^/]+\/(src\/testing|scripts))\//;

/** Folders of guest code: its `fetch` is the one that the SDK or the engine gives it, which asks the judge. */
export const guestFolders: readonly string[] = ["examples", "packages/plugin-sdk/src/emdash"];
