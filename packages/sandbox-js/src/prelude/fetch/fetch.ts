import type { HeaderPair, JsonValue, NetFetchParams, NetFetchResult } from "@ambit/api-types";
import type { AbortSignal } from "../abort/abort-signal.ts";
import { fromBase64, toBase64 } from "./base64.ts";
import { Body, type Content, whole } from "./body.ts";
import { Headers } from "./headers.ts";
import { type Hop, isRedirect, MOST_REDIRECTS, nextHop } from "./redirect.ts";
import { receivedStream } from "./received-stream.ts";
import { Request, type RequestOptions } from "./request.ts";
import { type Received, Response } from "./response.ts";

/** Makes a call of the host. */
export type HostCall = (method: string, params: JsonValue, signal?: AbortSignal) => Promise<JsonValue>;

/** Makes the standard `fetch` over `net/fetch`. A body that does not come at once is read on from the host as
 * plugin code reads it. The host follows no redirects, so each hop is a call that is judged anew. */
export function createFetch(call: HostCall): (input: Request | URL | string, options?: RequestOptions) => Promise<Response> {
  return async (input, options) => {
    const request = new Request(input, options);
    request.signal?.throwIfAborted();
    return follow(call, request);
  };
}

async function follow(call: HostCall, request: Request): Promise<Response> {
  const given = Body.handOver(request);
  // The host takes a request whole, so a body that streams is gathered first.
  const content = given === undefined ? undefined : await whole(given);
  let hop: Hop = { url: new URL(request.url), method: request.method, headers: new Headers(request.headers), content };
  for (let hops = 0; ; hops++) {
    const result = (await call("net/fetch", paramsOf(hop) as unknown as JsonValue, request.signal ?? undefined)) as unknown as NetFetchResult;
    const headers = headersOf(result.headers);
    const location = headers.get("location");
    if (!isRedirect(result.status) || location === null || request.redirect === "manual") return responseOf(result, { headers, url: hop.url.href, redirected: hops > 0, content: contentOf(call, result, request) });
    if (result.stream !== undefined) await call("stream/close", { stream: result.stream });
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
  if (content === undefined) return { url: url.href, method: hop.method, headers, stream: true };
  if ("text" in content) return { url: url.href, method: hop.method, headers, body: content.text, bodyEncoding: "utf8", stream: true };
  return { url: url.href, method: hop.method, headers, body: toBase64(content.bytes), bodyEncoding: "base64", stream: true };
}

function headersOf(pairs: readonly HeaderPair[]): Headers {
  const headers = new Headers();
  for (const [name, value] of pairs) headers.append(name, value);
  return headers;
}

function contentOf(call: HostCall, result: NetFetchResult, request: Request): Content {
  if (result.stream !== undefined) return { stream: receivedStream(call, result.stream, request.signal) };
  return result.encoding === "utf8" ? { text: result.body } : { bytes: fromBase64(result.body) };
}

function responseOf({ status, statusText }: NetFetchResult, rest: Pick<Received, "headers" | "url" | "redirected" | "content">): Response {
  return new Response(null, {}, { ...rest, status, statusText });
}
