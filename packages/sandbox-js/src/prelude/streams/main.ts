/**
 * The standard streams. `scripts/build-prelude.ts` bundles them into a script of their own, which the engine runs in the guest
 * when plugin code first asks for one: an instance without streams holds nothing of them.
 */
export {
  ByteLengthQueuingStrategy, CountQueuingStrategy, ReadableByteStreamController, ReadableStream, ReadableStreamBYOBReader, ReadableStreamBYOBRequest,
  ReadableStreamDefaultController, ReadableStreamDefaultReader, TransformStream, TransformStreamDefaultController, WritableStream, WritableStreamDefaultController, WritableStreamDefaultWriter,
} from "web-streams-polyfill";
export * from "./text-streams.ts";
