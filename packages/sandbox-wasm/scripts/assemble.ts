import wabtModule from "wabt";

const wabt = await wabtModule();

/** The package's own types do not know all that its assembler takes. */
const proposals: object = { multi_memory: true, memory64: true, threads: true, reference_types: true, exceptions: true };

/** Assembles a module from its text form, with the proposals that a stranger's module may use. */
export function assemble(text: string): Uint8Array<ArrayBuffer> {
  const parsed = wabt.parseWat("test.wat", text, proposals);
  try {
    return new Uint8Array(parsed.toBinary({}).buffer);
  } finally {
    parsed.destroy();
  }
}
