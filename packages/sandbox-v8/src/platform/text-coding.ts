import type { BridgeCalls } from "./bridge.ts";

const LABELS: Readonly<Record<string, string>> = {
  "utf-8": "utf-8", utf8: "utf-8", "unicode-1-1-utf-8": "utf-8",
  "utf-16le": "utf-16le", "utf-16": "utf-16le", "utf-16be": "utf-16be",
};

interface DecoderOptions {
  readonly fatal?: boolean;
  readonly ignoreBOM?: boolean;
}

/** Makes the standard `TextEncoder` and `TextDecoder`. */
export function createTextCoding(bridge: BridgeCalls): { TextEncoder: unknown; TextDecoder: unknown } {
  class TextEncoder {
    get encoding(): string {
      return "utf-8";
    }

    encode(text: unknown = ""): Uint8Array {
      const given = `${text}`.toWellFormed();
      const bytes = new Uint8Array(bridge.utf8Length(given));
      bridge.utf8Write(given, bytes);
      return bytes;
    }

    encodeInto(text: unknown, into: Uint8Array): { read: number; written: number } {
      const given = `${text}`.toWellFormed();
      let [read, written] = [0, 0];
      for (const character of given) {
        const point = character.codePointAt(0) ?? 0;
        const size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4;
        if (written + size > into.byteLength) break;
        written += size;
        read += character.length;
      }
      bridge.utf8Write(given.slice(0, read), new Uint8Array(into.buffer, into.byteOffset, written));
      return { read, written };
    }
  }
  return { TextEncoder, TextDecoder: createDecoder(bridge) };
}

function createDecoder(bridge: BridgeCalls): unknown {
  return class TextDecoder {
    readonly encoding: string;
    readonly fatal: boolean;
    readonly ignoreBOM: boolean;
    #kept: Uint8Array = new Uint8Array(0);
    #begun = false;

    constructor(label: unknown = "utf-8", options: DecoderOptions = {}) {
      const name = `${label}`.trim().toLowerCase();
      if (!Object.hasOwn(LABELS, name)) throw new RangeError(`The encoding label provided is not supported.`);
      this.encoding = LABELS[name] ?? "utf-8";
      this.fatal = options.fatal === true;
      this.ignoreBOM = options.ignoreBOM === true;
    }

    decode(input?: ArrayBuffer | ArrayBufferView, options: { readonly stream?: boolean } = {}): string {
      const bytes = concat(this.#kept, bytesOf(input));
      const whole = options.stream === true ? completeLength(bytes, this.encoding) : bytes.length;
      const text = bridge.decode(bytes.subarray(0, whole), this.encoding, this.fatal);
      this.#kept = bytes.slice(whole);
      if (text === undefined) {
        this.#begun = false;
        throw new TypeError("The encoded data was not valid.");
      }
      const cut = !this.#begun && !this.ignoreBOM && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
      this.#begun = options.stream === true && (this.#begun || text !== "");
      return cut;
    }
  };
}

function bytesOf(input: ArrayBuffer | ArrayBufferView | undefined): Uint8Array {
  if (input === undefined) return new Uint8Array(0);
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  if (input instanceof ArrayBuffer) return new Uint8Array(input);
  throw new TypeError("What is decoded must be an ArrayBuffer or a view of one.");
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** How many of the bytes are whole characters; the rest waits for more. */
function completeLength(bytes: Uint8Array, encoding: string): number {
  if (encoding !== "utf-8") return bytes.length & ~1;
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return size > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
