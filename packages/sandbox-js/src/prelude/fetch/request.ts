import type { AbortSignal } from "../abort/abort-signal.ts";
import { Body, type Content, takeBody } from "./body.ts";
import { Headers, type HeadersSource } from "./headers.ts";

/** How redirects are met. */
export type RedirectMode = "follow" | "manual" | "error";

/** What a request can be made from, beside its address. Members without a meaning in a sandbox (mode, cache, ...) are ignored. */
export interface RequestOptions {
  readonly method?: string;
  readonly headers?: HeadersSource;
  readonly body?: unknown;
  readonly redirect?: RedirectMode;
  readonly signal?: AbortSignal | null;
}

const KNOWN = ["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"];
const MODES: readonly string[] = ["follow", "manual", "error"];

/** The standard request. */
export class Request extends Body {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly redirect: RedirectMode;
  readonly signal: AbortSignal | null;

  constructor(input: Request | URL | string, options: RequestOptions = {}, cloned?: Content) {
    const base = input instanceof Request ? input : undefined;
    const given = cloned === undefined ? takeBody(options.body) : { content: cloned, type: undefined };
    super(given?.content ?? (base === undefined ? undefined : Body.handOver(base)));
    this.url = base?.url ?? absolute(String(input));
    this.method = methodOf(options.method ?? base?.method ?? "GET");
    this.headers = new Headers(options.headers ?? base?.headers);
    this.redirect = options.redirect ?? base?.redirect ?? "follow";
    this.signal = options.signal === undefined ? (base?.signal ?? null) : options.signal;
    if (given?.type !== undefined && !this.headers.has("content-type")) this.headers.set("content-type", given.type);
    if (!MODES.includes(this.redirect)) throw new TypeError(`"${this.redirect}" is no redirect mode.`);
    if (given !== undefined && (this.method === "GET" || this.method === "HEAD")) throw new TypeError(`A ${this.method} request has no body.`);
  }

  clone(): Request {
    const { url, method, headers, redirect, signal } = this;
    return new Request(url, { method, headers, redirect, signal }, Body.cloneOf(this));
  }
}

function methodOf(method: string): string {
  const text = `${method}`;
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text)) throw new TypeError(`"${text}" is no HTTP method.`);
  const upper = text.toUpperCase();
  return KNOWN.includes(upper) ? upper : text;
}

function absolute(address: string): string {
  if (!URL.canParse(address)) throw new TypeError(`"${address.slice(0, 200)}" is no absolute URL.`);
  return new URL(address).href;
}
