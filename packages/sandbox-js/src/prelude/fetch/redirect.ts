import type { WholeContent } from "./body.ts";
import { Headers } from "./headers.ts";

/** One hop of a fetch: everything that the next request is made of. */
export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly content: WholeContent | undefined;
}

/** Most redirects that are followed. */
export const MOST_REDIRECTS = 5;

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const BODY_HEADERS = ["content-encoding", "content-language", "content-location", "content-type", "content-length"];
// What may go to another origin. All else can carry a credential: services name their keys' headers as they like.
const PLAIN_HEADERS: readonly string[] = ["accept", "accept-language", "content-encoding", "content-language", "content-location", "content-type", "range", "user-agent"];

/** Tells whether a status says that the wanted thing is elsewhere. */
export function isRedirect(status: number): boolean {
  return REDIRECTS.includes(status);
}

/**
 * The request that a redirect leads to, by the fetch standard: 303, and 301 and 302 for POST, become a GET without body;
 * to another origin only plain headers go.
 */
export function nextHop(hop: Hop, status: number, location: string): Hop {
  if (!URL.canParse(location, hop.url.href)) throw new TypeError("The server redirects to something that is no URL.");
  const url = new URL(location, hop.url.href);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new TypeError(`The server redirects to a ${url.protocol} URL.`);
  if (url.hash === "") url.hash = hop.url.hash;
  const toGet = (status === 303 && hop.method !== "GET" && hop.method !== "HEAD") || ((status === 301 || status === 302) && hop.method === "POST");
  const headers = new Headers(hop.headers);
  if (toGet) BODY_HEADERS.forEach((name) => headers.delete(name));
  if (url.origin !== hop.url.origin) [...headers.keys()].filter((name) => !PLAIN_HEADERS.includes(name)).forEach((name) => headers.delete(name));
  return { url, method: toGet ? "GET" : hop.method, headers, content: toGet ? undefined : hop.content };
}
