import { Body, type Content, takeBody } from "./body.ts";
import { Headers, type HeadersSource } from "./headers.ts";

/** What a response can be made from, beside its body. */
export interface ResponseOptions {
  readonly status?: number;
  readonly statusText?: string;
  readonly headers?: HeadersSource;
}

/** What only the host's answers have. */
export interface Received {
  readonly content: Content | undefined;
  readonly url: string;
  readonly redirected: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const NULL_BODY: readonly number[] = [101, 103, 204, 205, 304];

/** The standard response. */
export class Response extends Body {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly url: string;
  readonly redirected: boolean;
  readonly type: string = "default";

  constructor(body?: unknown, options: ResponseOptions = {}, received?: Received) {
    const given = received === undefined ? takeBody(body) : undefined;
    super(received === undefined ? given?.content : received.content);
    this.status = received?.status ?? statusOf(options.status ?? 200);
    this.statusText = received?.statusText ?? `${options.statusText ?? ""}`;
    this.headers = received?.headers ?? new Headers(options.headers);
    this.url = received?.url ?? "";
    this.redirected = received?.redirected ?? false;
    if (given === undefined) return;
    if (NULL_BODY.includes(this.status)) throw new TypeError(`A response of status ${this.status} has no body.`);
    if (given.type !== undefined && !this.headers.has("content-type")) this.headers.set("content-type", given.type);
  }

  get ok(): boolean {
    return this.status >= 200 && this.status <= 299;
  }

  clone(): Response {
    const { url, redirected, status, statusText } = this;
    return new Response(null, {}, { content: Body.cloneOf(this), url, redirected, status, statusText, headers: new Headers(this.headers) });
  }

  static error(): Response {
    const response = new Response(null, {}, { content: undefined, url: "", redirected: false, status: 0, statusText: "", headers: new Headers() });
    Object.defineProperty(response, "type", { value: "error", enumerable: true });
    return response;
  }

  static redirect(address: URL | string, status: number = 302): Response {
    if (!REDIRECTS.includes(status)) throw new RangeError(`${status} is no status of a redirect.`);
    return new Response(null, { status, headers: { location: new URL(address).href } });
  }

  static json(data: unknown, options: ResponseOptions = {}): Response {
    const headers = new Headers(options.headers);
    if (!headers.has("content-type")) headers.set("content-type", "application/json");
    return new Response(JSON.stringify(data), { ...options, headers });
  }
}

function statusOf(status: number): number {
  if (!Number.isInteger(status) || status < 200 || status > 599) throw new RangeError("A response's status must be 200 to 599.");
  return status;
}
