import type { JsonObject, Preopen, SandboxSpec } from "@ambit/api-types";
import { join } from "node:path";
import { type Bind, type ConfinedSpec, TEMP_FOLDER } from "../confine/confined-child.ts";
import { preopenBind } from "../confine/preopen-bind.ts";
import { type BundleFiles, HANDED_BYTES } from "./bundle-files.ts";
import type { CodeView } from "./code-view.ts";
import { processEntryPath } from "./process-entry-path.ts";

/** What an instance is made of, as its process sees it; plain data. */
export type InnerSpec = Omit<SandboxSpec, "gateway">;

/** What a process is told to make. */
export interface InnerOrder {
  readonly spec: InnerSpec;
  /** The plugin's files, for a process that was started before anybody knew of the plugin: it puts them where the spec says they are. */
  readonly files?: BundleFiles;
}

const NODE = "/opt/node/bin/node";
const BUNDLE = "/bundle";
/** Where a process puts a bundle that came to it as bytes. */
const HANDED_BUNDLE = `${TEMP_FOLDER}/bundle`;
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
  readonly inner: InnerOrder;
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
  const binds: Bind[] = [{ hostPath: spec.bundleDir, guestPath: BUNDLE, access: "read" }, ...roots.map(({ bind }) => bind)];
  return {
    inner: { spec: { ...plain, bundleDir: BUNDLE, preopens: roots.map(({ preopen }) => preopen) } },
    confined: confinedNode(spec.policy.limits.memoryMb, code, backend, { binds, tempBytes: MEBIBYTE }),
  };
}

/** The same for a plugin without folders whose files come as bytes: nothing about the process tells which plugin it is for. */
export function handedOrder(spec: SandboxSpec, files: BundleFiles, code: CodeView, backend: InnerBackend): ProcessOrder {
  const { gateway: _gateway, ...plain } = spec;
  return {
    inner: { spec: { ...plain, bundleDir: HANDED_BUNDLE }, files },
    confined: confinedNode(spec.policy.limits.memoryMb, code, backend, { binds: [], tempBytes: MEBIBYTE + HANDED_BYTES }),
  };
}

function confinedNode(memoryMb: number, code: CodeView, backend: InnerBackend, { binds, tempBytes }: { readonly binds: readonly Bind[]; readonly tempBytes: number }): ConfinedSpec {
  return {
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
    binds: [...code.binds, { hostPath: process.execPath, guestPath: NODE, access: "read" }, ...binds],
    links: code.links,
    limits: { processes: PROCESSES, memoryMb: memoryMb + OWN_MEMORY_MB, reservedMb: RESERVED_MB, tempBytes },
  };
}

/** A granted folder at its new place: what was bound is the folder itself, so nothing of the path to it is left. */
function innerRoot(preopen: Preopen, place: string): { preopen: Preopen; bind: Bind }[] {
  const bind = preopenBind(preopen, place);
  return bind === undefined ? [] : [{ bind, preopen: { ...preopen, hostPath: place, path: [], fenced: bind.fenced ?? [] } }];
}
