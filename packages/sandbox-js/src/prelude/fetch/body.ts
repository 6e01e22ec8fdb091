import type { ReadableStream } from "web-streams-polyfill";
import { isReadableStream, streams } from "../streams/lazy-streams.ts";
import { URLSearchParams } from "../url/url-search-params.ts";
import { gather } from "./gather.ts";

/** What a body holds: text, bytes where it is none, or a stream where it is not all there yet. */
export type Content = { readonly text: string } | { readonly bytes: Uint8Array } | { readonly stream: ReadableStream<Uint8Array> };

/** A body that was given by plugin code, with the content type that follows from its kind. */
export interface GivenBody {
  readonly content: Content;
  readonly type: string | undefined;
}

/** Takes what plugin code gave as a body. */
export function takeBody(body: unknown): GivenBody | undefined {
  if (body === null || body === undefined) return undefined;
  if (typeof body === "string") return { content: { text: body }, type: "text/plain;charset=UTF-8" };
  if (body instanceof URLSearchParams) return { content: { text: body.toString() }, type: "application/x-www-form-urlencoded;charset=UTF-8" };
  if (body instanceof ArrayBuffer) return { content: { bytes: new Uint8Array(body.slice(0)) }, type: undefined };
  if (ArrayBuffer.isView(body)) return { content: { bytes: new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength).slice() }, type: undefined };
  if (isReadableStream(body)) return { content: { stream: untouched(body) }, type: undefined };
  throw new TypeError(`A body must be a string, bytes, URLSearchParams or a ReadableStream; this sandbox does not offer ${(body as object).constructor?.name ?? typeof body} bodies.`);
}

/** The standard way to read a body once; base of Request and Response. */
export class Body {
  #content: Content | undefined;
  #stream: ReadableStream<Uint8Array> | null = null;
  #used = false;

  constructor(content: Content | undefined) {
    this.#content = content;
    if (content !== undefined && "stream" in content) this.#stream = content.stream;
  }

  get bodyUsed(): boolean {
    return this.#used || (this.#stream !== null && isDisturbed(this.#stream));
  }

  /** The body as a stream; made when it is asked for, where the whole of it is here. */
  get body(): ReadableStream<Uint8Array> | null {
    const content = this.#content;
    if (content !== undefined && this.#stream === null) this.#stream = streamOf(content, this.#used);
    return this.#stream;
  }

  async text(): Promise<string> {
    const content = await this.#take();
    const text = "text" in content ? content.text : new TextDecoder().decode(content.bytes);
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  async bytes(): Promise<Uint8Array> {
    const content = await this.#take();
    return "text" in content ? new TextEncoder().encode(content.text) : content.bytes;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const bytes = await this.bytes();
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  }

  async blob(): Promise<never> {
    throw new TypeError("This sandbox does not offer Blob; use bytes().");
  }

  async formData(): Promise<never> {
    throw new TypeError("This sandbox does not offer FormData; use text().");
  }

  /** Content for a clone; what is a stream goes on in two branches. */
  static cloneOf(body: Body): Content | undefined {
    body.#refuseUsed();
    const content = body.#content;
    if (content === undefined || !("stream" in content)) return content;
    const [mine, other] = content.stream.tee();
    body.#content = { stream: mine };
    body.#stream = mine;
    return { stream: other };
  }

  /** Hands the content over to another body, and uses this one up. */
  static handOver(body: Body): Content | undefined {
    body.#refuseUsed();
    body.#used = body.#content !== undefined;
    return body.#content;
  }

  #refuseUsed(): void {
    if (this.bodyUsed) throw new TypeError("The body has been used.");
    if (this.#stream?.locked === true) throw new TypeError("The body's stream is being read.");
  }

  /** The whole content, which is used up by it. */
  async #take(): Promise<WholeContent> {
    this.#refuseUsed();
    if (this.#content === undefined) return { text: "" };
    this.#used = true;
    return whole(this.#content);
  }
}

/** Content that is all here. */
export type WholeContent = Exclude<Content, { readonly stream: unknown }>;

/** Content that is all here: a stream is read to its end. */
export async function whole(content: Content): Promise<WholeContent> {
  return "stream" in content ? { bytes: await gather(content.stream) } : content;
}

function untouched(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  if (stream.locked || isDisturbed(stream)) throw new TypeError("A body's stream must not have been read from.");
  return stream;
}

function streamOf(content: Content, used: boolean): ReadableStream<Uint8Array> {
  if ("stream" in content) return content.stream;
  const { ReadableStream: Stream } = streams();
  return new Stream<Uint8Array>(
    {
      type: "bytes",
      // Where it has been read by other means there is nothing left in it.
      start: (controller) => {
        if (used) controller.close();
      },
      pull: (controller) => {
        const bytes = "text" in content ? new TextEncoder().encode(content.text) : content.bytes.slice();
        if (bytes.length > 0) controller.enqueue(bytes as Uint8Array<ArrayBuffer>);
        controller.close();
        controller.byobRequest?.respond(0);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Whether somebody has read from a stream or has cancelled it. Streams keep that to themselves, but for this field. */
function isDisturbed(stream: ReadableStream<Uint8Array>): boolean {
  return (stream as unknown as { readonly _disturbed: boolean })._disturbed;
}
