import type { BridgeCalls } from "./bridge.ts";

const DIGESTS: Readonly<Record<string, number>> = { "SHA-1": 20, "SHA-256": 32, "SHA-384": 48, "SHA-512": 64 };

/** Makes the part of `crypto` that plugins have: random values and digests. What is refused, and how, is the prelude's. */
export function createCrypto(bridge: BridgeCalls): object {
  class SubtleCrypto {
    async digest(name: string, data: ArrayBuffer | ArrayBufferView): Promise<ArrayBuffer> {
      const bytes = ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);
      const into = new Uint8Array(DIGESTS[name] ?? 0);
      bridge.digest(name, bytes, into);
      return into.buffer;
    }
  }
  class Crypto {
    readonly subtle: SubtleCrypto = new SubtleCrypto();

    getRandomValues<View extends ArrayBufferView>(view: View): View {
      bridge.randomFill(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
      return view;
    }

    randomUUID(): string {
      return bridge.randomUuid();
    }
  }
  return new Crypto();
}
