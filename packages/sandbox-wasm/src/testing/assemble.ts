import wabtModule from "wabt";

const wabt = await wabtModule();

/** Assembles a module from its text form, with the proposals that a stranger's module may use. */
export function assemble(text: string): Uint8Array<ArrayBuffer> {
  const parsed = wabt.parseWat("test.wat", text, { multi_memory: true, memory64: true, threads: true, reference_types: true, exceptions: true });
  try {
    return new Uint8Array(parsed.toBinary({}).buffer);
  } finally {
    parsed.destroy();
  }
}
