// As a whole: without its option Node has no `SourceTextModule`, and a module that names a missing export does not even load.
import * as vm from "node:vm";
import { type Install, type ModuleLoader, PRELUDE_MODULE, type Post, type Prelude, preludeBounds, preludeSource, STREAMS_SCRIPT, streamsSource } from "@ambit/sandbox-js/guest-kit";
import { platformSource } from "../generated/platform-bundle.ts";
import type { Platform } from "../platform/main.ts";
import { outerBridge } from "./outer-bridge.ts";
import { syntaxPlace } from "./syntax-place.ts";

const PLATFORM_MODULE = "ambit:platform";

/**
 * The realm in which a plugin's code runs: its own globals, the modules of its own folder, and no object of the thread around it. It
 * keeps what is out of reach out of sight; the wall is the process.
 */
export class PluginRealm {
  readonly #context: vm.Context = vm.createContext(vm.constants.DONT_CONTEXTIFY, { name: "plugin", codeGeneration: { strings: true, wasm: false } });
  readonly #modules: Map<string, vm.SourceTextModule> = new Map();
  #platform: Platform | undefined;
  #prelude: Prelude | undefined;
  #loader: ModuleLoader | undefined;
  #post: Post = () => "INSTANCE_STOPPED";

  /**
   * Makes a realm with all that does not depend on the plugin in it: the platform and the prelude. Undefined in a thread without the option
   * that such realms need.
   */
  static async open(): Promise<PluginRealm | undefined> {
    if (!("SourceTextModule" in vm)) return undefined;
    const realm = new PluginRealm();
    realm.#prelude = await realm.#furnish();
    return realm;
  }

  /** Gives the realm to one plugin, and gives what that is driven by. To be called once. */
  enter(loader: ModuleLoader, post: Post): Prelude {
    if (this.#loader !== undefined || this.#prelude === undefined) throw new Error("A realm serves one plugin.");
    this.#loader = loader;
    this.#post = post;
    return this.#prelude;
  }

  async #furnish(): Promise<Prelude> {
    const { install } = (await this.#run(platformSource, PLATFORM_MODULE)) as { install(bridge: typeof outerBridge): Platform };
    this.#platform = install(outerBridge);
    const prelude = (await this.#run(preludeSource, PRELUDE_MODULE)) as { readonly install: Install };
    const { guard } = this.#platform;
    return prelude.install(guard((text: string) => this.#post(text)), JSON.stringify(preludeBounds()), guard((place: string) => this.#loader?.place(place)), guard(() => this.#makeStreams()));
  }

  #makeStreams(): ReturnType<Parameters<Install>[3]> {
    return new vm.Script(streamsSource, { filename: STREAMS_SCRIPT }).runInContext(this.#context) as ReturnType<Parameters<Install>[3]>;
  }

  async #run(source: string, identifier: string): Promise<object> {
    const module = this.#make(source, identifier);
    await module.link(() => {
      throw new Error("What runs before a plugin imports nothing at once.");
    });
    await module.evaluate();
    return module.namespace;
  }

  #make(source: string, identifier: string): vm.SourceTextModule {
    return new vm.SourceTextModule(source, { context: this.#context, identifier, importModuleDynamically: (specifier, from) => this.#importLater(specifier, (from as Partial<vm.Module>).identifier ?? "") });
  }

  async #importLater(specifier: string, importer: string): Promise<vm.Module> {
    try {
      const module = this.#load(specifier, importer);
      if (module.status === "unlinked") await module.link((name, from) => this.#load(name, from.identifier));
      await this.#evaluated(module);
      return module;
    } catch (error) {
      throw this.#ownError(error);
    }
  }

  /** What plugin code throws while its module runs is the realm's own, and goes on as it is. */
  async #evaluated(module: vm.SourceTextModule): Promise<void> {
    try {
      await module.evaluate();
    } catch (error) {
      if (module.status === "errored") throw new ThrownInside(module.error);
      throw error;
    }
  }

  #load(specifier: string, importer: string): vm.SourceTextModule {
    if (this.#loader === undefined) throw new Error("There is no plugin yet.");
    const name = this.#loader.normalize(importer, specifier);
    const known = this.#modules.get(name);
    if (known !== undefined) return known;
    const source = this.#loader.load(name);
    const module = this.#compile(source, name);
    this.#modules.set(name, module);
    return module;
  }

  #compile(source: string, name: string): vm.SourceTextModule {
    try {
      return this.#make(source, name);
    } catch (error) {
      const { message } = error as Error;
      throw Object.assign(new SyntaxError(`${message} (${name}${syntaxPlace(source)})`), { stack: "" });
    }
  }

  /** An error of the thread around as one of the realm's, so that nothing of the outside is reached through it. */
  #ownError(error: unknown): unknown {
    if (error instanceof ThrownInside) return error.value;
    const { name, message } = error as Error;
    return this.#platform?.makeError(`${name}`, `${message}`);
  }
}

class ThrownInside {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

