/**
 * The worker side of the JavaScript backend: one plugin in one QuickJS instance. `worker-host` loads this module in the
 * plugin's worker and calls {@link createGuest}.
 *
 * @packageDocumentation
 */
import { AmbitError, defaultLimits, type Guest, type GuestInit, type GuestPort } from "@ambit/api-types/guest";
import { EvalFlags, type JSValueHandle, type QuickJS } from "quickjs-wasi";
import { type EngineImage, PLACE_FUNCTION, POST_FUNCTION, STREAMS_FUNCTION } from "../engine/engine-image.ts";
import { streamsSource } from "../generated/prelude-bundle.ts";
import { guestFailure } from "./guest-failure.ts";
import { MessageDoor } from "./message-door.ts";
import { createModuleLoader } from "./module-loader.ts";
import { STREAMS_SCRIPT } from "./module-names.ts";
import { LEAST_MEMORY_MB, RunBounds } from "./run-bounds.ts";
import { UnhandledRejections } from "./unhandled-rejections.ts";
import { type Tenant, WaitingEngine } from "./waiting-engine.ts";

/** Engines that were made ahead, for guests to come. */
const waiting: WaitingEngine[] = [];

/** Makes an engine for the next guest of the usual size. */
export async function getReady(image: unknown): Promise<void> {
  waiting.push(await WaitingEngine.make(image as EngineImage, defaultLimits.memoryMb));
}

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
  const loader = createModuleLoader(init.bundleDir, init.run.js);
  const ready = limits.memoryMb === defaultLimits.memoryMb ? waiting.pop() : undefined;
  const engine = ready ?? (await WaitingEngine.make(image, limits.memoryMb));
  const tenant: Tenant = { bounds: new RunBounds(limits), rejections: new UnhandledRejections(), port, loader };
  engine.admit(tenant);
  return new QuickJsGuest({ ...tenant, vm: engine.vm, memory: engine.memory, image });
}

interface GuestParts extends Tenant {
  readonly vm: QuickJS;
  readonly memory: WebAssembly.Memory;
  readonly image: EngineImage;
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
