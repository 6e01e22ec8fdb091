import { type ReadableStream, TransformStream, type WritableStream } from "web-streams-polyfill";

/** The standard stream of texts to UTF-8. */
export class TextEncoderStream {
  readonly encoding: string = "utf-8";
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<string>;

  constructor() {
    const encoder = new TextEncoder();
    let high = "";
    const { readable, writable } = new TransformStream<unknown, Uint8Array>({
      transform: (chunk, controller) => {
        const text = high + `${chunk}`;
        // Half of a pair of surrogates waits for its other half.
        const cut = /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
        high = text.slice(cut);
        if (cut > 0) controller.enqueue(encoder.encode(text.slice(0, cut)));
      },
      flush: (controller) => {
        if (high !== "") controller.enqueue(encoder.encode(high));
      },
    });
    this.readable = readable;
    this.writable = writable;
  }
}

/** The standard stream of bytes to text. */
export class TextDecoderStream {
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  readonly readable: ReadableStream<string>;
  readonly writable: WritableStream<ArrayBuffer | ArrayBufferView>;

  constructor(label: string = "utf-8", options: { readonly fatal?: boolean; readonly ignoreBOM?: boolean } = {}) {
    const decoder = new TextDecoder(label, options);
    this.encoding = decoder.encoding;
    this.fatal = decoder.fatal;
    this.ignoreBOM = decoder.ignoreBOM;
    const { readable, writable } = new TransformStream<ArrayBuffer | ArrayBufferView, string>({
      transform: (chunk, controller) => {
        const text = decoder.decode(chunk as ArrayBuffer, { stream: true });
        if (text !== "") controller.enqueue(text);
      },
      flush: (controller) => {
        const text = decoder.decode();
        if (text !== "") controller.enqueue(text);
      },
    });
    this.readable = readable;
    this.writable = writable;
  }
}
