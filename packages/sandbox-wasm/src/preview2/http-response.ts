import { AmbitError, type ErrorCode } from "@ambit/api-types/guest";
import { askHost } from "./ask-host.ts";
import type { ComponentHost } from "./component-host.ts";
import { Fields } from "./http-fields.ts";
import { type OutgoingRequest, takeOnce, type Tagged } from "./http-request.ts";
import { Pollable } from "./pollable.ts";
import { InputStream } from "./streams.ts";

/** Codes of a call as `wasi:http/types.error-code`. */
const httpErrors: Partial<Readonly<Record<ErrorCode, Tagged>>> = {
  PERMISSION_DENIED: { tag: "HTTP-request-denied" },
  NETWORK_FAILED: { tag: "connection-terminated" },
  LIMIT_EXCEEDED: { tag: "HTTP-response-body-size", val: undefined },
  INVALID_PARAMS: { tag: "HTTP-request-URI-invalid" },
};

interface FetchResult {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  readonly encoding: "utf8" | "base64";
}

type Settled = { readonly tag: "ok"; readonly val: IncomingResponse } | { readonly tag: "err"; readonly val: Tagged };

/** `wasi:http/types.future-trailers`: there are none, as the call gives a whole answer. */
export class FutureTrailers {
  readonly #host: ComponentHost;

  constructor(host: ComponentHost) {
    this.#host = host;
  }

  subscribe(): Pollable {
    return new Pollable(this.#host.state);
  }

  get(): object {
    return { tag: "ok", val: { tag: "ok", val: undefined } };
  }
}

/** `wasi:http/types.incoming-body`: all of it is there. */
export class IncomingBody {
  readonly #host: ComponentHost;
  readonly #bytes: Uint8Array;
  #taken = false;

  constructor(host: ComponentHost, bytes: Uint8Array) {
    this.#host = host;
    this.#bytes = bytes;
  }

  stream(): InputStream {
    takeOnce(this.#taken);
    this.#taken = true;
    let at = 0;
    const read = (length: number): Uint8Array | undefined => {
      const piece = this.#bytes.subarray(at, at + length);
      at += piece.length;
      return piece.length === 0 ? undefined : piece;
    };
    return new InputStream(this.#host.state, { read });
  }

  static finish(body: IncomingBody): FutureTrailers {
    return new FutureTrailers(body.#host);
  }
}

/** `wasi:http/types.incoming-response`. */
export class IncomingResponse {
  readonly #host: ComponentHost;
  readonly #result: FetchResult;
  #consumed = false;

  constructor(host: ComponentHost, result: FetchResult) {
    this.#host = host;
    this.#result = result;
  }

  status(): number {
    return this.#result.status;
  }

  headers(): Fields {
    return Fields.frozen(this.#result.headers);
  }

  consume(): IncomingBody {
    takeOnce(this.#consumed);
    this.#consumed = true;
    return new IncomingBody(this.#host, Buffer.from(this.#result.body, this.#result.encoding));
  }
}

/** `wasi:http/types.future-incoming-response`. The request is made when somebody looks for the answer and its body is complete. */
export class FutureIncomingResponse {
  readonly #host: ComponentHost;
  readonly #request: OutgoingRequest;
  #settled: Settled | undefined;
  #taken = false;

  constructor(host: ComponentHost, request: OutgoingRequest) {
    this.#host = host;
    this.#request = request;
  }

  subscribe(): Pollable {
    return new Pollable(this.#host.state, { ready: () => this.#settle() !== undefined });
  }

  get(): object | undefined {
    const settled = this.#settle();
    if (settled === undefined) return undefined;
    if (this.#taken) return { tag: "err", val: undefined };
    this.#taken = true;
    return { tag: "ok", val: settled };
  }

  #settle(): Settled | undefined {
    if (this.#settled === undefined && this.#request.isComplete) this.#settled = this.#fetch();
    return this.#settled;
  }

  #fetch(): Settled {
    try {
      const result = askHost(this.#host.port, "net/fetch", this.#request.fetchParams()) as unknown as FetchResult;
      return { tag: "ok", val: new IncomingResponse(this.#host, result) };
    } catch (thrown) {
      if (!AmbitError.isInstance(thrown)) throw thrown;
      return { tag: "err", val: httpErrors[thrown.code] ?? { tag: "internal-error", val: thrown.code } };
    }
  }
}
