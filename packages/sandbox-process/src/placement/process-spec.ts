import type { JsonObject, Preopen, SandboxSpec } from "@ambit/api-types";
import { join } from "node:path";
import type { Bind, ConfinedSpec } from "../confine/confined-child.ts";
import { preopenBind } from "../confine/preopen-bind.ts";
import type { CodeView } from "./code-view.ts";
import { processEntryPath } from "./process-entry-path.ts";

/** What an instance is made of, as its process sees it; plain data. */
export type InnerSpec = Omit<SandboxSpec, "gateway">;

const NODE = "/opt/node/bin/node";
const BUNDLE = "/bundle";
const ROOTS = "/roots";
const MEBIBYTE = 1024 * 1024;
const PAGES_PER_MB = 16;
/** Threads of Node and of the guest's worker. */
const PROCESSES = 64;
/** What Node, an engine and its compiled code take beside the guest's own memory. */
const OWN_MEMORY_MB = 256;
/** What V8 sets aside for two heaps before it runs a line. */
const RESERVED_MB = 1536;
const OWN_PAGES = 64 * PAGES_PER_MB;

/** A process for one instance, and what it is told to make. */
export interface ProcessOrder {
  readonly confined: ConfinedSpec;
  readonly inner: InnerSpec;
}

/** The backend that a process makes its instance in. */
export interface InnerBackend {
  /** Its package. */
  readonly name: string;
  /** The export that makes it. */
  readonly factory: string;
  /** What the export is called with. */
  readonly options: JsonObject;
  /** Options of Node that it needs. */
  readonly flags: readonly string[];
}

/** The confined process of one instance: the code, the plugin's files and the folders that were granted, under names that tell nothing. */
export function processOrder(spec: SandboxSpec, code: CodeView, backend: InnerBackend): ProcessOrder {
  const { gateway: _gateway, ...plain } = spec;
  const roots = spec.preopens.flatMap((preopen, index) => innerRoot(preopen, `${ROOTS}/${index}`));
  const { memoryMb } = spec.policy.limits;
  return {
    inner: { ...plain, bundleDir: BUNDLE, preopens: roots.map(({ preopen }) => preopen) },
    confined: {
      program: NODE,
      args: [
        // A second fence: no other program, no native code, no debugger.
        "--permission", "--allow-worker", "--allow-fs-read=*", "--allow-fs-write=*", "--disable-warning=SecurityWarning",
        `--wasm-max-mem-pages=${memoryMb * PAGES_PER_MB + OWN_PAGES}`,
        ...backend.flags,
        ...(processEntryPath.endsWith(".ts") ? ["--conditions=@ambit/source"] : []),
        join(code.folderOf("@ambit/sandbox-process"), processEntryPath), backend.name, backend.factory, JSON.stringify(backend.options),
      ],
      environment: {},
      binds: [...code.binds, { hostPath: process.execPath, guestPath: NODE, access: "read" }, { hostPath: spec.bundleDir, guestPath: BUNDLE, access: "read" }, ...roots.map(({ bind }) => bind)],
      links: code.links,
      limits: { processes: PROCESSES, memoryMb: memoryMb + OWN_MEMORY_MB, reservedMb: RESERVED_MB, tempBytes: MEBIBYTE },
    },
  };
}

/** A granted folder at its new place: what was bound is the folder itself, so nothing of the path to it is left. */
function innerRoot(preopen: Preopen, place: string): { preopen: Preopen; bind: Bind }[] {
  const bind = preopenBind(preopen, place);
  return bind === undefined ? [] : [{ bind, preopen: { ...preopen, hostPath: place, path: [], fenced: bind.fenced ?? [] } }];
}
