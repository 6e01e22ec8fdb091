import type { HeaderPair, JsonValue, NetFetchParams, NetFetchResult } from "@ambit/api-types";
import type { AbortSignal } from "../abort/abort-signal.ts";
import { Body, type Content } from "./body.ts";
import { Headers } from "./headers.ts";
import { type Hop, isRedirect, MOST_REDIRECTS, nextHop } from "./redirect.ts";
import { Request, type RequestOptions } from "./request.ts";
import { Response } from "./response.ts";

/** Makes a call of the host. */
export type HostCall = (method: string, params: JsonValue, signal?: AbortSignal) => Promise<JsonValue>;

/** Makes the standard `fetch` over `net/fetch`. The host follows no redirects, so each hop is a call that is judged anew. */
export function createFetch(call: HostCall): (input: Request | URL | string, options?: RequestOptions) => Promise<Response> {
  return async (input, options) => {
    const request = new Request(input, options);
    request.signal?.throwIfAborted();
    return follow(call, request);
  };
}

async function follow(call: HostCall, request: Request): Promise<Response> {
  let hop: Hop = { url: new URL(request.url), method: request.method, headers: new Headers(request.headers), content: Body.contentOf(request) };
  for (let hops = 0; ; hops++) {
    const result = (await call("net/fetch", paramsOf(hop) as unknown as JsonValue, request.signal ?? undefined)) as unknown as NetFetchResult;
    const headers = headersOf(result.headers);
    const location = headers.get("location");
    if (!isRedirect(result.status) || location === null || request.redirect === "manual") return responseOf(result, headers, hop, hops > 0);
    if (request.redirect === "error") throw new TypeError("The server redirects, and the request says that this is an error.");
    if (hops === MOST_REDIRECTS) throw new TypeError(`The server redirects more than ${MOST_REDIRECTS} times.`);
    request.signal?.throwIfAborted();
    hop = nextHop(hop, result.status, location);
  }
}

function paramsOf(hop: Hop): NetFetchParams {
  const url = new URL(hop.url.href);
  url.hash = "";
  const headers = [...hop.headers] as HeaderPair[];
  const { content } = hop;
  if (content === undefined) return { url: url.href, method: hop.method, headers };
  if ("text" in content) return { url: url.href, method: hop.method, headers, body: content.text, bodyEncoding: "utf8" };
  return { url: url.href, method: hop.method, headers, body: toBase64(content.bytes), bodyEncoding: "base64" };
}

function headersOf(pairs: readonly HeaderPair[]): Headers {
  const headers = new Headers();
  for (const [name, value] of pairs) headers.append(name, value);
  return headers;
}

function responseOf(result: NetFetchResult, headers: Headers, hop: Hop, redirected: boolean): Response {
  const content: Content = result.encoding === "utf8" ? { text: result.body } : { bytes: fromBase64(result.body) };
  return new Response(null, {}, { content, url: hop.url.href, redirected, status: result.status, statusText: result.statusText, headers });
}

// The engine has these, from the standard that follows ES2024; the compiler's library does not know them yet.
const toBase64 = (bytes: Uint8Array): string => (bytes as unknown as { toBase64(): string }).toBase64();
const fromBase64 = (text: string): Uint8Array => (Uint8Array as unknown as { fromBase64(text: string): Uint8Array }).fromBase64(text);
