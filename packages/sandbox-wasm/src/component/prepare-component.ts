import { AmbitError } from "@ambit/api-types";
import { webAssembly, type WasmModule } from "../engine/web-assembly.ts";
import { boundModule } from "../module/bound-module.ts";
import { TABLE_ENTRIES } from "../module/bound-tables.ts";
import { readSections, sectionId } from "../module/read-sections.ts";
import { checkCoreNames, checkJoiningNames } from "./core-names.ts";
import { checkComponentImports } from "./component-imports.ts";
import type { ComponentForm, ComponentImage } from "./component-image.ts";
import type { TranslationCache } from "./translation-cache.ts";

/** Most core modules of one component. */
const MOST_MODULES = 64;

/**
 * Translates a component, and bounds and compiles its core modules: those that have a memory share the plugin's between them.
 *
 * @throws AmbitError `SAND_WASM_NOT_A_MODULE`, `SAND_WASM_WASI_VERSION_UNSUPPORTED`, `SAND_WASM_IMPORT_UNKNOWN`,
 * `SAND_WASM_MEMORY_REFUSED`, `SAND_WASM_INSTANTIATION_FAILED` or `BACKEND_UNAVAILABLE`.
 */
export async function prepareComponent(bytes: Uint8Array, memoryMb: number, cache: TranslationCache): Promise<ComponentImage> {
  checkJoiningNames(bytes);
  const { files, imports, exports } = await cache.translate(bytes);
  checkComponentImports(imports);
  const glue = files.find(([name]) => name === "component.js")?.[1];
  if (glue === undefined) throw new AmbitError("SAND_WASM_NOT_A_MODULE", "The component came to nothing that could be run.");
  const cores = files.filter(([name]) => name.endsWith(".wasm"));
  if (cores.length > MOST_MODULES) throw new AmbitError("SAND_WASM_MEMORY_REFUSED", `The component has ${cores.length} core modules, more than ${MOST_MODULES}.`);
  const owners = cores.filter(([, core]) => ownsMemory(core)).length;
  const bounds = { memoryBytes: Math.floor((memoryMb * 1_048_576) / Math.max(1, owners)), tableEntries: Math.floor(TABLE_ENTRIES / Math.max(1, cores.length)) };
  const modules = new Map(await Promise.all(cores.map(async ([name, core]) => [name, await compile(core, bounds)] as const)));
  // Before the glue is ever read as a program.
  checkCoreNames(modules.values());
  return { kind: "component", ...entryOf(exports.map(([name]) => name)), glue: strictTexts(Buffer.from(glue).toString("utf8")), modules };
}

/**
 * Translates a component whose translation is kept, and checks what can be told from its imports and exports.
 *
 * @throws AmbitError as {@link prepareComponent}.
 */
export async function installComponent(bytes: Uint8Array, cache: TranslationCache): Promise<void> {
  const { imports, exports } = await cache.translate(bytes);
  checkComponentImports(imports);
  entryOf(exports.map(([name]) => name));
}

/**
 * The glue with texts read strictly. The component model ends a guest whose text is no UTF-8; the translator's decoder would put
 * signs of its own into it, and so make one name of many.
 */
function strictTexts(glue: string): string {
  return glue.replaceAll("new TextDecoder()", 'new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })');
}

function ownsMemory(core: Uint8Array): boolean {
  return readSections(core).some(({ id }) => id === sectionId.memory);
}

async function compile(core: Uint8Array, { memoryBytes, tableEntries }: { readonly memoryBytes: number; readonly tableEntries: number }): Promise<WasmModule> {
  const bounded = await boundModule(core, { tableEntries, ...(ownsMemory(core) && { memoryBytes }) });
  try {
    return await webAssembly.compile(bounded);
  } catch (cause) {
    throw new AmbitError("SAND_WASM_NOT_A_MODULE", "A core module of the component is refused by the engine.", { cause });
  }
}

function entryOf(names: readonly string[]): { readonly form: ComponentForm; readonly entry: string } {
  const guest = names.find((name) => /^ambit:plugin\/guest(@1\.\d+\.\d+)?$/.test(name));
  if (guest !== undefined) return { form: "reactor", entry: guest };
  const run = names.find((name) => /^wasi:cli\/run(@0\.2\.\d+)?$/.test(name));
  if (run !== undefined) return { form: "command", entry: run };
  throw new AmbitError("SAND_WASM_INSTANTIATION_FAILED", 'The component exports neither "wasi:cli/run" (command form) nor "ambit:plugin/guest" (reactor form).');
}
