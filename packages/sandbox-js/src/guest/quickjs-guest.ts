/**
 * The worker side of the JavaScript backend: one plugin in one QuickJS instance. `worker-host` loads this module in the
 * plugin's worker and calls {@link createGuest}.
 *
 * @packageDocumentation
 */
import { AmbitError, type Guest, type GuestInit, type GuestPort } from "@ambit/api-types/guest";
import { EvalFlags, type ExtensionDescriptor, type JSValueHandle, QuickJS, type QuickJSOptions } from "quickjs-wasi";
import { type EngineImage, PLACE_FUNCTION, POST_FUNCTION, STREAMS_FUNCTION } from "../engine/engine-image.ts";
import { streamsSource } from "../generated/prelude-bundle.ts";
import { guestWasi } from "../engine/guest-wasi.ts";
import { guestFailure } from "./guest-failure.ts";
import { MessageDoor } from "./message-door.ts";
import { createModuleLoader, type ModuleLoader } from "./module-loader.ts";
import { STREAMS_SCRIPT } from "./module-names.ts";
import { LEAST_MEMORY_MB, RunBounds } from "./run-bounds.ts";
import { UnhandledRejections } from "./unhandled-rejections.ts";

const PAGE_BYTES = 65_536;
const MIB = 1_048_576;

/**
 * Bytes of the engine's own stack. Past it the plugin gets an error that it can catch; what recurses through the engine's
 * other parts ends at the thread's stack, and the instance with it.
 */
const STACK_BYTES: number = 192 * 1024;

/**
 * Makes a guest from the image that the host prepared. The plugin's code is loaded when `initialize` comes.
 *
 * @throws AmbitError `SAND_JS_LOAD_FAILED`; `LIMIT_EXCEEDED` where `memoryMb` is too little for the engine.
 */
export async function createGuest(init: GuestInit, port: GuestPort): Promise<Guest> {
  if (!("js" in init.run)) throw new AmbitError("SAND_JS_LOAD_FAILED", "The plugin has no run.js.");
  const image = init.image as EngineImage;
  const { limits } = init.policy;
  if (limits.memoryMb < LEAST_MEMORY_MB) throw new AmbitError("LIMIT_EXCEEDED", `A JavaScript plugin needs a memoryMb of at least ${LEAST_MEMORY_MB}.`, { limit: "memoryMb" });
  const bounds = new RunBounds(limits);
  const rejections = new UnhandledRejections();
  const memory = new WebAssembly.Memory({ initial: image.snapshot.memory.byteLength / PAGE_BYTES, maximum: (limits.memoryMb * MIB) / PAGE_BYTES });
  const loader = createModuleLoader(init.bundleDir, init.run.js);
  const options: QuickJSOptions = {
    wasm: image.engine,
    extensions: image.extensions as ExtensionDescriptor[],
    wasi: guestWasi(memory),
    memoryLimit: limits.memoryMb * MIB,
    maxStackSize: STACK_BYTES,
    interruptHandler: () => bounds.mustStop(vm.getAllocatedSize()),
    onUnhandledRejection: (promise, reason, isHandled) => rejections.notice(promise, reason, isHandled),
    moduleLoader: loader,
    timezoneOffset: 0,
  };
  const vm: QuickJS = await QuickJS.restore(image.snapshot, options);
  return new QuickJsGuest({ vm, memory, bounds, rejections, port, image, loader });
}

interface GuestParts {
  readonly vm: QuickJS;
  readonly memory: WebAssembly.Memory;
  readonly bounds: RunBounds;
  readonly rejections: UnhandledRejections;
  readonly port: GuestPort;
  readonly image: EngineImage;
  readonly loader: ModuleLoader;
}

class QuickJsGuest implements Guest {
  readonly #parts: GuestParts;
  readonly #door: MessageDoor;
  readonly #receive: JSValueHandle;
  readonly #unhandled: JSValueHandle;
  #ended = false;

  constructor(parts: GuestParts) {
    const { vm, port, image, loader } = parts;
    this.#parts = parts;
    this.#door = new MessageDoor(vm, port);
    this.#receive = vm.importHandle(image.receive);
    this.#unhandled = vm.importHandle(image.unhandled);
    vm.registerHostCallback(POST_FUNCTION, (text?: JSValueHandle) => this.#door.post(text));
    vm.registerHostCallback(STREAMS_FUNCTION, () => vm.evalCode(streamsSource, STREAMS_SCRIPT, EvalFlags.TYPE_GLOBAL));
    vm.registerHostCallback(PLACE_FUNCTION, (text?: JSValueHandle) => {
      const found = text?.isString === true ? loader.place(text.toString()) : undefined;
      return found === undefined ? vm.undefined : vm.newString(found);
    });
  }

  receive(message: string): void {
    if (this.#ended) return;
    const { vm, bounds, rejections } = this.#parts;
    bounds.begin();
    try {
      const text = vm.newString(message);
      vm.callFunction(this.#receive, vm.undefined, text).dispose();
      text.dispose();
      vm.executePendingJobs();
      rejections.report((reason) => vm.callFunction(this.#unhandled, vm.undefined, reason).dispose());
      vm.executePendingJobs();
    } catch (thrown) {
      // Nothing of the instance is touched again, not even to free something: its state may be anything.
      this.#ended = true;
      this.#parts.port.fail(guestFailure(thrown, bounds.passed));
    }
  }

  memoryBytes(): number {
    return this.#parts.memory.buffer.byteLength;
  }

  dispose(): void {
    this.#ended = true;
    this.#parts.vm.dispose();
  }
}
