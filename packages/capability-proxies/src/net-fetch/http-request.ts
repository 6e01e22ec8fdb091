import { AmbitError, type CallParams } from "@ambit/api-types";
import type { NetGrant } from "../connection/net-grant.ts";
import { decodeData } from "../data/data-encoding.ts";
import { offeredCodings } from "./content-decoder.ts";

/** One HTTP request as it is sent. */
export interface HttpRequest {
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  readonly method: string;
  /** Names and values by turns, in the guest's order. */
  readonly headers: string[];
  readonly body: Buffer | null;
}

/** Headers sent where the guest names none of that name. */
const defaultHeaders: readonly (readonly [name: string, value: string])[] = [
  ["accept-encoding", offeredCodings],
  ["user-agent", "ambit"],
];

const bodiless: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/**
 * Puts a request together: where it goes comes from the grant's URL alone, what it says from the parameters.
 *
 * @throws AmbitError `INVALID_PARAMS` for a body that cannot be sent; `PERMISSION_DENIED` for a `Host` header.
 */
export function httpRequest(params: Omit<CallParams<"net/fetch">, "encoding" | "stream">, grant: NetGrant): HttpRequest {
  const { url } = grant;
  const method = (params.method ?? "GET").toUpperCase();
  const body = params.body === undefined || params.body === "" ? null : decodeData(params.body, params.bodyEncoding);
  if (body !== null && bodiless.has(method)) throw new AmbitError("INVALID_PARAMS", `A ${method} request has no body.`);
  return { origin: url.origin, path: `${url.pathname}${url.search}`, method, headers: requestHeaders(params.headers ?? []), body };
}

function requestHeaders(pairs: readonly (readonly [string, string])[]): string[] {
  const given = new Set(pairs.map(([name]) => name.toLowerCase()));
  // The judge refuses it too; here it would change which certificate is asked for, so it is refused whoever forgot.
  if (given.has("host")) throw new AmbitError("PERMISSION_DENIED", "The Host header is the host's own.");
  const missing = defaultHeaders.filter(([name]) => !given.has(name));
  return [...pairs, ...missing].flatMap(([name, value]) => [name, value]);
}
