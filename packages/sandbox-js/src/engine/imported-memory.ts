/** Where the engine's module takes its memory from after {@link importMemory}: beside the WASI functions, which can be given. */
export const MEMORY_IMPORT = { module: "wasi_snapshot_preview1", name: "memory" } as const;

const HEADER_BYTES = 8;
const IMPORT_SECTION = 2;
const MEMORY_SECTION = 5;
const MEMORY_KIND = 2;

interface Section {
  readonly id: number;
  readonly body: Uint8Array;
}

/**
 * Rewrites a WebAssembly module that defines its one memory so that it imports it. Each instance then gets a memory with a
 * maximum of its own, which the WebAssembly engine enforces, and the module is still compiled once for all of them.
 *
 * @throws Error where the module has no import section, or not exactly one memory of its own.
 */
export function importMemory(module: Uint8Array): Uint8Array<ArrayBuffer> {
  const sections = readSections(module);
  const memory = sections.find((section) => section.id === MEMORY_SECTION)?.body;
  const imports = sections.find((section) => section.id === IMPORT_SECTION)?.body;
  if (memory?.[0] !== 1 || imports === undefined) throw new Error("The module must have imports and define exactly one memory.");
  const [count, start] = readNumber(imports, 0);
  const added = [...nameBytes(MEMORY_IMPORT.module), ...nameBytes(MEMORY_IMPORT.name), MEMORY_KIND, ...memory.subarray(1)];
  // Imports come last: no index of an imported function moves, and the one memory stays number 0.
  const body = Uint8Array.from([...numberBytes(count + 1), ...imports.subarray(start), ...added]);
  const rest = sections.filter((section) => section.id !== MEMORY_SECTION);
  return join(module.subarray(0, HEADER_BYTES), rest.map((section) => (section.id === IMPORT_SECTION ? { id: IMPORT_SECTION, body } : section)));
}

function readSections(module: Uint8Array): Section[] {
  const sections: Section[] = [];
  let at = HEADER_BYTES;
  while (at < module.length) {
    const [length, start] = readNumber(module, at + 1);
    sections.push({ id: module[at] ?? 0, body: module.subarray(start, start + length) });
    at = start + length;
  }
  return sections;
}

function join(header: Uint8Array, sections: readonly Section[]): Uint8Array<ArrayBuffer> {
  const parts = sections.flatMap(({ id, body }) => [Uint8Array.from([id, ...numberBytes(body.length)]), body]);
  return new Uint8Array(Buffer.concat([header, ...parts]));
}

/** An unsigned LEB128 number and where it ends. */
function readNumber(bytes: Uint8Array, at: number): [value: number, end: number] {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++] ?? 0;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return [value >>> 0, at];
  }
}

function numberBytes(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest];
    bytes.push((rest & 0x7f) | 0x80);
  }
}

function nameBytes(name: string): number[] {
  const bytes = [...Buffer.from(name)];
  return [...numberBytes(bytes.length), ...bytes];
}
