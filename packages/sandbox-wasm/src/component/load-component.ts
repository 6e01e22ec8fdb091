import type { WasmImports, WasmInstance, WasmModule } from "../engine/web-assembly.ts";
import type { ShimFrame } from "../preview2/offered-interfaces.ts";
import type { EntryFunctions } from "./component-instance.ts";
import type { ComponentImage } from "./component-image.ts";

/** What the glue of a component exports. */
type Instantiate = (
  getCoreModule: (name: string) => WasmModule | undefined,
  imports: Readonly<Record<string, unknown>>,
  instantiateCore: (module: WasmModule, imports: WasmImports) => WasmInstance,
) => Readonly<Record<string, EntryFunctions | undefined>>;

/** A component that is loaded: what every instance of it is made of. */
export interface ComponentParts {
  readonly instantiate: Instantiate;
  readonly modules: ReadonlyMap<string, WasmModule>;
  readonly entry: string;
  readonly frame: ShimFrame;
}

/** Loads the glue of a component, and the frame that puts its imports together. Runs in the plugin's worker. */
export async function loadComponent({ glue, modules, entry }: ComponentImage): Promise<ComponentParts> {
  const url = `data:text/javascript;base64,${Buffer.from(glue).toString("base64")}`;
  // The translator wrote the glue for this interface; the modules are those its image was prepared with.
  const { instantiate } = (await import(url)) as { readonly instantiate: Instantiate };
  return { instantiate, modules: modules as ReadonlyMap<string, WasmModule>, entry, frame: (await import("@bytecodealliance/preview2-shim/instantiation")) as unknown as ShimFrame };
}
