import type * as Streams from "./main.ts";

/** Names that the streams have on the global object. */
export const streamNames: readonly (keyof typeof Streams)[] = [
  "ByteLengthQueuingStrategy", "CountQueuingStrategy", "ReadableByteStreamController", "ReadableStream", "ReadableStreamBYOBReader", "ReadableStreamBYOBRequest",
  "ReadableStreamDefaultController", "ReadableStreamDefaultReader", "TextDecoderStream", "TextEncoderStream", "TransformStream", "TransformStreamDefaultController",
  "WritableStream", "WritableStreamDefaultController", "WritableStreamDefaultWriter",
];

/** Runs the script of `main.ts` in this instance and gives what it exports. */
export type MakeStreams = () => typeof Streams;

let make: MakeStreams | undefined;
let loaded: typeof Streams | undefined;

/** The streams; the first call makes them. */
export function streams(): typeof Streams {
  loaded ??= make?.();
  if (loaded === undefined) throw new Error("There is nothing that makes streams.");
  return loaded;
}

/** Gives what the streams are made by. */
export function useStreams(given: MakeStreams): void {
  make = given;
}

/** Tells whether a value is a stream that can be read. Where none was ever made, none is. */
export function isReadableStream(value: unknown): value is Streams.ReadableStream<Uint8Array> {
  return loaded !== undefined && value instanceof loaded.ReadableStream;
}

/** Puts the streams on the global object, to be made when one is first asked for. */
export function defineStreams(): void {
  const own = (name: string, value: unknown): void => void Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
  for (const name of streamNames) {
    Object.defineProperty(globalThis, name, {
      get: () => {
        own(name, streams()[name]);
        return streams()[name];
      },
      set: (value: unknown) => {
        own(name, value);
      },
      configurable: true,
      enumerable: false,
    });
  }
}
