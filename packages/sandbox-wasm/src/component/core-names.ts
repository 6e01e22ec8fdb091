import { AmbitError } from "@ambit/api-types";
import { webAssembly, type WasmModule } from "../engine/web-assembly.ts";
import { broken, ByteReader } from "../module/byte-reader.ts";

/**
 * The translator writes names of core modules into the JavaScript that joins them, between quotes and as they are. Core names
 * may be any text; of those that toolchains make, each is of these characters, and none of these ends a text or a comment.
 */
const PLAIN = /^[A-Za-z0-9_$.:/@#[\]<>=,|!?+~^&%() -]{0,1024}$/;

const HEAD_BYTES = 8;
/** Most components inside each other. */
const MOST_DEPTH = 16;

/** Sections of a component whose names the translator may write, by their number in the binary form. */
const sectionId = { coreInstance: 2, component: 4, alias: 6 } as const;
const CORE_SORT = 0;

/**
 * Checks the names by which a component joins its core modules: those of its own instances and aliases, at every depth.
 *
 * @throws AmbitError `SAND_WASM_NOT_A_MODULE`.
 */
export function checkJoiningNames(component: Uint8Array, depth: number = 0): void {
  if (depth > MOST_DEPTH) throw refused();
  const reader = new ByteReader(component, HEAD_BYTES);
  while (!reader.done) {
    const id = reader.byte();
    const content = reader.take(reader.unsigned());
    if (id === sectionId.component) checkJoiningNames(content, depth + 1);
    else if (id === sectionId.coreInstance) readVector(new ByteReader(content), readCoreInstance);
    else if (id === sectionId.alias) readVector(new ByteReader(content), readAlias);
  }
}

/** Checks the names under which core modules import and export. @throws AmbitError `SAND_WASM_NOT_A_MODULE`. */
export function checkCoreNames(modules: Iterable<WasmModule>): void {
  for (const module of modules) {
    for (const { name, module: from = "" } of [...webAssembly.Module.imports(module), ...webAssembly.Module.exports(module)]) for (const text of [name, from]) requirePlain(text);
  }
}

function readVector(reader: ByteReader, readOne: (reader: ByteReader) => void): void {
  for (let left = reader.unsigned(); left > 0; left--) readOne(reader);
}

/** A module with its arguments, or exports put together. */
function readCoreInstance(reader: ByteReader): void {
  const kind = reader.byte();
  if (kind > 1) throw broken();
  if (kind === 0) reader.unsigned();
  readVector(reader, (one) => {
    requirePlain(one.name());
    one.byte();
    one.unsigned();
  });
}

/** An export of an instance, of a core instance, or something of a component around this one. */
function readAlias(reader: ByteReader): void {
  if (reader.byte() === CORE_SORT) reader.byte();
  const kind = reader.byte();
  if (kind > 2) throw broken();
  reader.unsigned();
  if (kind === 2) reader.unsigned();
  else requirePlain(reader.name());
}

function requirePlain(name: string): void {
  // This one would be no name in the object that carries it.
  if (name === "__proto__" || !PLAIN.test(name)) throw refused();
}

function refused(): AmbitError {
  return new AmbitError("SAND_WASM_NOT_A_MODULE", "The component has names of core modules that no toolchain makes: letters, digits and a few signs are taken, quotes and control characters are not.");
}
