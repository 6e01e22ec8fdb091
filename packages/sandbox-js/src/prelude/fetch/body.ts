import { URLSearchParams } from "../url/url-search-params.ts";

/** What a body holds: text, or bytes where it is none. */
export type Content = { readonly text: string } | { readonly bytes: Uint8Array };

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
  throw new TypeError(`A body must be a string, bytes or URLSearchParams; this sandbox does not offer ${(body as object).constructor?.name ?? typeof body} bodies.`);
}

/** The standard way to read a body once; base of Request and Response. */
export class Body {
  readonly #content: Content | undefined;
  #used = false;

  constructor(content: Content | undefined) {
    this.#content = content;
  }

  get bodyUsed(): boolean {
    return this.#used;
  }

  /** Streams are not offered; asking for one says so. */
  get body(): null {
    if (this.#content === undefined) return null;
    throw new TypeError("This sandbox does not offer body streams; use text(), json(), bytes() or arrayBuffer().");
  }

  async text(): Promise<string> {
    const content = this.#take();
    const text = "text" in content ? content.text : new TextDecoder().decode(content.bytes);
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  async bytes(): Promise<Uint8Array> {
    const content = this.#take();
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

  /** The content without using it up; for clones and for sending. */
  static contentOf(body: Body): Content | undefined {
    if (body.#used) throw new TypeError("The body has been used.");
    return body.#content;
  }

  #take(): Content {
    if (this.#used) throw new TypeError("The body has been used.");
    if (this.#content === undefined) return { text: "" };
    this.#used = true;
    return this.#content;
  }
}
