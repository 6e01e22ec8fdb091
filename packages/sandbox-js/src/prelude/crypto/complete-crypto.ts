import { apply } from "../primordials.ts";

/** Most random bytes at once, as the standard has it. */
const MOST_RANDOM = 65_536;
const DIGESTS: readonly string[] = ["SHA-1", "SHA-256", "SHA-384", "SHA-512"];

/** Makes the engine's `crypto` refuse what the standard refuses, in the standard's words. */
export function completeCrypto(): void {
  const random = crypto.getRandomValues;
  const digest = crypto.subtle.digest;
  const owner = crypto;
  const subtle = crypto.subtle;
  replace(Object.getPrototypeOf(crypto) as object, "getRandomValues", (view: ArrayBufferView) => {
    if (!ArrayBuffer.isView(view) || view instanceof DataView || view instanceof Float32Array || view instanceof Float64Array) throw new DOMException("The view must be one of whole numbers.", "TypeMismatchError");
    if (view.byteLength > MOST_RANDOM) throw new DOMException(`At most ${MOST_RANDOM} bytes at once.`, "QuotaExceededError");
    return apply(random, owner, [view as Uint8Array<ArrayBuffer>]);
  });
  replace(Object.getPrototypeOf(subtle) as object, "digest", async (algorithm: string | { readonly name: string }, data: ArrayBuffer) => {
    const name = `${typeof algorithm === "string" ? algorithm : algorithm.name}`.toUpperCase();
    if (!DIGESTS.includes(name)) throw new DOMException(`The digest ${name.slice(0, 40)} is not offered.`, "NotSupportedError");
    return apply(digest, subtle, [name, data]);
  });
}

function replace(prototype: object, name: string, value: unknown): void {
  Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
}
