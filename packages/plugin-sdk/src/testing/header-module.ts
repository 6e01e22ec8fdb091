import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WASI } from "node:wasi";

/** The folder of the C program that uses every function of `ambit.h`. */
export const headerFixture: URL = new URL("../../fixtures/header/", import.meta.url);

/** The host's side of `ambit.call` in a test: one request's text to its answer's. */
export type Answer = (request: string) => string;

const compiled = new WebAssembly.Module(readFileSync(new URL("header.wasm", headerFixture)));

/** Runs the program once on an input, by the command form's rules, and gives its output. It is our own code: `node:wasi` will do. */
export async function runHeaderModule(input: string, answer: Answer = () => ""): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "ambit-header-"));
  const [inFile, outFile] = [join(folder, "in"), join(folder, "out")];
  writeFileSync(inFile, input);
  const [stdin, stdout] = [openSync(inFile, "r"), openSync(outFile, "w")];
  try {
    const wasi = new WASI({ version: "preview1", stdin, stdout, returnOnExit: true });
    const door: Door = { answer, kept: Buffer.alloc(0), memory: undefined };
    const instance = new WebAssembly.Instance(compiled, { ...(wasi.getImportObject() as object), ambit: { call: (...range: Range) => call(door, range) } });
    door.memory = (instance.exports as { memory: Memory }).memory;
    const code = wasi.start(instance);
    if (code !== 0) throw new Error(`The module exited with ${code}.`);
    return readFileSync(outFile, "utf8");
  } finally {
    closeSync(stdin);
    closeSync(stdout);
    await rm(folder, { recursive: true });
  }
}

type Range = [request: number, requestLength: number, answer: number, capacity: number];
type Memory = { readonly buffer: ArrayBuffer };
interface Door {
  readonly answer: Answer;
  kept: Buffer;
  memory: Memory | undefined;
}

/** `ambit.call` as the header documents it. */
function call(door: Door, [request, requestLength, answer, capacity]: Range): number {
  const memory = Buffer.from(door.memory?.buffer ?? new ArrayBuffer());
  if (requestLength > 0) door.kept = Buffer.from(door.answer(memory.toString("utf8", request, request + requestLength)));
  door.kept.copy(memory, answer, 0, Math.min(capacity, door.kept.length));
  return door.kept.length;
}
