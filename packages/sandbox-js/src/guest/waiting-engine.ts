import type { GuestPort } from "@ambit/api-types/guest";
import type { QuickJS } from "quickjs-wasi";
import type { EngineImage } from "../engine/engine-image.ts";
import { guestWasi } from "../engine/guest-wasi.ts";
import { type RestoreOptions, restoreEngine } from "../engine/restore-engine.ts";
import { engineBounds } from "../engine/engine-bounds.ts";
import type { ModuleLoader } from "./module-loader.ts";
import type { RunBounds } from "./run-bounds.ts";
import type { UnhandledRejections } from "./unhandled-rejections.ts";

const PAGE_BYTES = 65_536;
const MIB = 1_048_576;

/** The one guest that an engine serves. */
export interface Tenant {
  readonly bounds: RunBounds;
  readonly rejections: UnhandledRejections;
  readonly port: GuestPort;
  readonly loader: ModuleLoader;
}

/** An engine made from the image, with a memory of its own and no plugin in it. It serves one guest and is thrown away. */
export class WaitingEngine {
  readonly memory: WebAssembly.Memory;
  #vm: QuickJS | undefined;
  #tenant: Tenant | undefined;

  private constructor(memory: WebAssembly.Memory) {
    this.memory = memory;
  }

  static async make(image: EngineImage, memoryMb: number): Promise<WaitingEngine> {
    const engine = new WaitingEngine(new WebAssembly.Memory({ initial: image.snapshot.memory.byteLength / PAGE_BYTES, maximum: (memoryMb * MIB) / PAGE_BYTES }));
    const options: RestoreOptions = {
      wasi: guestWasi(engine.memory),
      ...engineBounds(memoryMb),
      interruptHandler: () => engine.#mustStop(),
      onUnhandledRejection: (promise, reason, isHandled) => engine.#tenant?.rejections.notice(promise, reason, isHandled),
      moduleLoader: { normalize: (importer, specifier) => engine.#loader().normalize(importer, specifier), load: (name) => engine.#loader().load(name) },
    };
    engine.#vm = await restoreEngine(image, engine.memory, options);
    return engine;
  }

  get vm(): QuickJS {
    if (this.#vm === undefined) throw new Error("The engine is not made yet.");
    return this.#vm;
  }

  admit(tenant: Tenant): void {
    if (this.#tenant !== undefined) throw new Error("An engine serves one guest.");
    this.#tenant = tenant;
  }

  #mustStop(): boolean {
    const tenant = this.#tenant;
    return tenant !== undefined && (tenant.port.stopped() || tenant.bounds.mustStop(this.vm.getAllocatedSize()));
  }

  #loader(): ModuleLoader {
    if (this.#tenant === undefined) throw new Error("There is no plugin yet.");
    return this.#tenant.loader;
  }
}
