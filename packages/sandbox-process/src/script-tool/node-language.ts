import type { ScriptLanguage } from "./script-runtime.ts";

const NODE = "/opt/node/bin/node";
const OWN_MEMORY_MB = 64;
/** What V8 sets aside for code and heap before it runs a line. */
const RESERVED_MB = 640;

/** Scripts for Node, run by the Node of the host. */
export const nodeLanguage: ScriptLanguage = {
  extensions: [".js", ".mjs", ".cjs"],
  runtimeFor: async ({ memoryMb }) => ({
    program: NODE,
    args: [`--max-old-space-size=${memoryMb}`],
    binds: [{ hostPath: process.execPath, guestPath: NODE, access: "read" }],
    environment: {},
    libraryFolders: [],
    ownMemoryMb: OWN_MEMORY_MB,
    reservedMb: RESERVED_MB,
  }),
};
