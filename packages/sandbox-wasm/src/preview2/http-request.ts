import { MESSAGE_BYTES } from "@ambit/api-types/guest";
import type { HostState } from "../preview1/host/host-state.ts";
import type { Fields } from "./http-fields.ts";
import { IoError } from "./io-error.ts";
import { OutputStream } from "./streams.ts";

/** Most bytes of a request's body: as base64 it must fit one message. */
const BODY_BYTES: number = Math.floor(MESSAGE_BYTES / 2);

/** A case of a variant, as the component model's glue has it. */
export interface Tagged {
  readonly tag: string;
  readonly val?: unknown;
}

/** `wasi:http/types.outgoing-body`: kept until it is finished. */
export class OutgoingBody {
  readonly #state: HostState;
  readonly #pieces: Uint8Array[] = [];
  #length = 0;
  #taken = false;
  /** Nothing more will be written. */
  finished = false;

  constructor(state: HostState) {
    this.#state = state;
  }

  static finish(body: OutgoingBody): void {
    body.finished = true;
  }

  write(): OutputStream {
    takeOnce(this.#taken);
    this.#taken = true;
    return new OutputStream(this.#state, (bytes) => {
      this.#length += bytes.length;
      if (this.#length > BODY_BYTES) throw new IoError("the body is larger than a request may be");
      this.#pieces.push(bytes.slice());
    });
  }

  /** What was written so far. */
  bytes(): Buffer {
    return Buffer.concat(this.#pieces);
  }
}

/** `wasi:http/types.outgoing-request`. */
export class OutgoingRequest {
  readonly #state: HostState;
  readonly #headers: Fields;
  #method: Tagged = { tag: "get" };
  #path: string | undefined;
  #scheme: Tagged | undefined;
  #authority: string | undefined;
  #body: OutgoingBody | undefined;

  constructor(state: HostState, headers: Fields) {
    this.#state = state;
    this.#headers = headers;
  }

  method(): Tagged {
    return this.#method;
  }

  setMethod(method: Tagged): void {
    this.#method = method;
  }

  pathWithQuery(): string | undefined {
    return this.#path;
  }

  setPathWithQuery(path: string | undefined): void {
    this.#path = path;
  }

  scheme(): Tagged | undefined {
    return this.#scheme;
  }

  setScheme(scheme: Tagged | undefined): void {
    this.#scheme = scheme;
  }

  authority(): string | undefined {
    return this.#authority;
  }

  setAuthority(authority: string | undefined): void {
    this.#authority = authority;
  }

  headers(): Fields {
    return this.#headers;
  }

  body(): OutgoingBody {
    takeOnce(this.#body !== undefined);
    this.#body = new OutgoingBody(this.#state);
    return this.#body;
  }

  /** Whether its body, where it has one, is complete. */
  get isComplete(): boolean {
    return this.#body?.finished ?? true;
  }

  /** The parameters of the call that makes the request. */
  fetchParams(): { readonly url: string; readonly method: string; readonly headers: [string, string][]; readonly body?: string; readonly bodyEncoding?: "base64"; readonly encoding: "base64" } {
    const body = this.#body?.bytes();
    return {
      url: `${textOf(this.#scheme ?? { tag: "HTTPS" }).toLowerCase()}://${this.#authority ?? ""}${this.#path ?? "/"}`,
      method: textOf(this.#method).toUpperCase(),
      headers: this.#headers.pairs(),
      ...(body !== undefined && body.length > 0 && { body: body.toString("base64"), bodyEncoding: "base64" as const }),
      encoding: "base64",
    };
  }
}

/** `wasi:http/types.request-options`: times that a component would like; the policy's own hold whatever they are. */
export class RequestOptions {
  #connect: bigint | undefined;
  #firstByte: bigint | undefined;
  #betweenBytes: bigint | undefined;

  connectTimeout(): bigint | undefined {
    return this.#connect;
  }

  setConnectTimeout(duration: bigint | undefined): void {
    this.#connect = duration;
  }

  firstByteTimeout(): bigint | undefined {
    return this.#firstByte;
  }

  setFirstByteTimeout(duration: bigint | undefined): void {
    this.#firstByte = duration;
  }

  betweenBytesTimeout(): bigint | undefined {
    return this.#betweenBytes;
  }

  setBetweenBytesTimeout(duration: bigint | undefined): void {
    this.#betweenBytes = duration;
  }
}

/** Fails where something was taken that can be taken once; the interface's error has no words. */
export function takeOnce(isTaken: boolean): void {
  if (isTaken) throw undefined;
}

function textOf({ tag, val }: Tagged): string {
  return tag === "other" ? String(val) : tag;
}
