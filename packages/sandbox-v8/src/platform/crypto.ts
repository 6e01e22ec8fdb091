import type { BridgeCalls } from "./bridge.ts";
import { DOMException } from "./dom-exception.ts";

const MOST_RANDOM = 65_536;
const DIGESTS: Readonly<Record<string, number>> = { "SHA-1": 20, "SHA-256": 32, "SHA-384": 48, "SHA-512": 64 };

/** Makes the part of the standard `crypto` that plugins have: random values and digests. */
export function createCrypto(bridge: BridgeCalls): object {
  return {
    getRandomValues<View extends ArrayBufferView>(view: View): View {
      if (!ArrayBuffer.isView(view) || view instanceof DataView || view instanceof Float32Array || view instanceof Float64Array) throw new DOMException("The view must be one of whole numbers.", "TypeMismatchError");
      if (view.byteLength > MOST_RANDOM) throw new DOMException(`At most ${MOST_RANDOM} bytes at once.`, "QuotaExceededError");
      bridge.randomFill(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
      return view;
    },
    randomUUID: (): string => bridge.randomUuid(),
    subtle: {
      async digest(algorithm: unknown, data: ArrayBuffer | ArrayBufferView): Promise<ArrayBuffer> {
        const name = (typeof algorithm === "string" ? algorithm : `${(algorithm as { name?: unknown }).name}`).toUpperCase();
        const bytes = ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);
        const into = new Uint8Array(Object.hasOwn(DIGESTS, name) ? (DIGESTS[name] ?? 0) : 0);
        if (into.length === 0 || !bridge.digest(name, bytes, into)) throw new DOMException(`The digest ${name} is not offered.`, "NotSupportedError");
        return into.buffer;
      },
    },
  };
}
