import type { WasmImage } from "../guest/module-form.ts";

/** Most compiled modules kept; the one unused the longest makes room. */
const MOST_MODULES = 64;

/** Compiled modules by what they were made from. A module that could not be made is not kept, so that the next try says why again. */
export class ModuleCache {
  readonly #images = new Map<string, Promise<WasmImage>>();

  /** The image under a key, made once however many ask at a time. */
  take(key: string, make: () => Promise<WasmImage>): Promise<WasmImage> {
    const image = this.#images.get(key) ?? make();
    this.#images.delete(key);
    this.#images.set(key, image);
    image.catch(() => this.#images.delete(key));
    const oldest = this.#images.keys().next();
    if (this.#images.size > MOST_MODULES && oldest.done !== true) this.#images.delete(oldest.value);
    return image;
  }

  clear(): void {
    this.#images.clear();
  }
}
