import { readFile } from "node:fs/promises";
import { defaultLimits } from "@ambit/api-types/guest";
import { EvalFlags, type ExtensionDescriptor, type JSValueHandle, QuickJS, type QuickJSOptions, type Snapshot } from "quickjs-wasi";
import { preludeSource } from "../generated/prelude-bundle.ts";
import type { Prelude } from "../prelude/main.ts";
import { preludeBounds } from "../guest/registry-bounds.ts";
import { PRELUDE_MODULE } from "../guest/module-names.ts";
import { type EngineImage, PLACE_FUNCTION, POST_FUNCTION, STREAMS_FUNCTION } from "./engine-image.ts";
import type { RestoreHandlers } from "./restore-engine.ts";
import { importMemory } from "./imported-memory.ts";
import { engineBounds } from "./engine-bounds.ts";
import { filledRanges } from "./filled-ranges.ts";
import { guestWasi } from "./guest-wasi.ts";

/** Pages of 64 KiB that the engine needs to come up; its own module says 18, the prelude and the extensions need the rest. */
const FIRST_PAGES = 32;

const PAGE_BYTES = 65_536;

/** That there are handlers stands in the engine's memory, so the image has some; each instance brings its own. */
export const placeholders: RestoreHandlers = {
  interruptHandler: () => false,
  onUnhandledRejection: () => undefined,
  moduleLoader: { normalize: () => refuseModule(), load: () => refuseModule() },
};

function refuseModule(): never {
  throw new Error("An image loads no module.");
}

const EXTENSIONS = ["url", "encoding", "headers", "crypto", "structured-clone"] as const;

let image: Promise<EngineImage> | undefined;

/** The image, made once a process. A failure is not kept, so that the next call tries again. */
export function makeEngineImage(): Promise<EngineImage> {
  image ??= buildImage().catch((error: unknown) => {
    image = undefined;
    throw error;
  });
  return image;
}

async function buildImage(): Promise<EngineImage> {
  const engine = await WebAssembly.compile(importMemory(await engineFile("quickjs.wasm")));
  const extensions = await Promise.all(EXTENSIONS.map(async (name) => ({ name, wasm: await WebAssembly.compile(await engineFile(`${name}.so`)) })));
  const memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: 65_536 });
  const bounds = engineBounds(defaultLimits.memoryMb);
  const options: QuickJSOptions = { wasm: engine, extensions: extensions as ExtensionDescriptor[], timezoneOffset: 0, ...bounds, ...placeholders };
  const vm = await QuickJS.create({ ...options, wasi: guestWasi(memory) });
  try {
    const prelude = await installPrelude(vm);
    const handle = (name: keyof Prelude): number => vm.exportHandle(prelude.getProp(name));
    const [receive, unhandled] = [handle("receive"), handle("unhandled")];
    vm.runGC();
    const snapshot = shared(vm.snapshot());
    const filled = filledRanges(snapshot.memory, await freshMemory(snapshot, options));
    return { engine, extensions, snapshot, filled, bounds, receive, unhandled };
  } finally {
    vm.dispose();
  }
}

/** Runs the prelude in a fresh instance. */
async function installPrelude(vm: QuickJS): Promise<JSValueHandle> {
  const evaluated = vm.evalCode(preludeSource, PRELUDE_MODULE, EvalFlags.TYPE_MODULE);
  const loaded = vm.resolvePromise(evaluated);
  vm.executePendingJobs();
  const outcome = await loaded;
  if ("error" in outcome) throw new Error(`The prelude does not load: ${outcome.error.toString()}`);
  const namespace = outcome.value;
  const post = vm.newFunction(POST_FUNCTION, () => vm.undefined);
  const place = vm.newFunction(PLACE_FUNCTION, () => vm.undefined);
  const makeStreams = vm.newFunction(STREAMS_FUNCTION, () => vm.undefined);
  return vm.callFunction(namespace.getProp("install"), vm.undefined, post, vm.newString(JSON.stringify(preludeBounds())), place, makeStreams);
}

/** What an instance has in its memory before anything of the snapshot is there. */
async function freshMemory(snapshot: Snapshot, options: QuickJSOptions): Promise<Uint8Array> {
  const memory = new WebAssembly.Memory({ initial: snapshot.memory.byteLength / PAGE_BYTES, maximum: 65_536 });
  await QuickJS.restore({ ...snapshot, memory: new Uint8Array(0) }, { ...options, wasi: guestWasi(memory) });
  return new Uint8Array(memory.buffer);
}

/** The same snapshot in memory that workers share instead of copying it. They only ever read it. */
function shared(snapshot: Snapshot): Snapshot {
  const memory = new Uint8Array(new SharedArrayBuffer(snapshot.memory.byteLength));
  memory.set(snapshot.memory);
  return { ...snapshot, memory };
}

async function engineFile(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(new URL(import.meta.resolve(`quickjs-wasi/${name}`))));
}
