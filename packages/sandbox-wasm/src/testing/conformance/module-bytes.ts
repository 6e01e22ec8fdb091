/** A small module, part by part; what is absent is as a module in command form has it. */
export interface ModuleParts {
  /** Functions it imports, by module name and name. */
  readonly imports?: readonly (readonly [module: string, name: string])[];
  /** The limits of its memory in the binary form: flags, minimum, maximum; empty for no memory. */
  readonly memory?: readonly number[];
  /** Names under which its one function, which does nothing, is exported. */
  readonly exports?: readonly string[];
}

/** `\0asm`, version 1. */
const HEAD: readonly number[] = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

/** Writes a module that does nothing. No name or list in it may be longer than 127. */
export function moduleBytes({ imports = [], memory = [0x00, 0x01], exports = ["_start"] }: ModuleParts): Uint8Array {
  const exported = [...exports.map((name) => [...text(name), 0x00, imports.length]), ...(memory.length > 0 ? [[...text("memory"), 0x02, 0x00]] : [])];
  return Uint8Array.from([
    ...HEAD,
    ...section(1, [[0x60, 0x00, 0x00]]),
    ...section(2, imports.map(([module, name]) => [...text(module), ...text(name), 0x00, 0x00])),
    ...section(3, [[0x00]]),
    ...section(5, memory.length > 0 ? [[...memory]] : []),
    ...section(7, exported),
    ...section(10, [[0x02, 0x00, 0x0b]]),
  ]);
}

function section(id: number, items: readonly (readonly number[])[]): readonly number[] {
  if (items.length === 0) return [];
  const content = [items.length, ...items.flat()];
  return [id, (content.length & 0x7f) | 0x80, content.length >> 7, ...content];
}

function text(name: string): readonly number[] {
  const bytes = [...Buffer.from(name)];
  return [bytes.length, ...bytes];
}
