import type { HeaderPair } from "@ambit/api-types";
import { denied, malformed, type Refusal } from "../judge/refusal.ts";

/** A token of HTTP: what a method or a header's name is made of. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** What a header's value may hold: what HTTP allows and one byte can carry. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Most bytes of all headers together. */
const HEADER_BYTES = 64 * 1024;

/** Methods that ask a server for something. CONNECT and TRACE are about the connection, which is the host's. */
const METHODS: ReadonlySet<string> = new Set([
  "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY",
  "PROPFIND", "PROPPATCH", "MKCOL", "MKCALENDAR", "COPY", "MOVE", "LOCK", "UNLOCK", "REPORT", "SEARCH",
]);

/** Headers that frame the message, name its target or belong to one hop: the host sets them. Lower case. */
const HOST_HEADERS: ReadonlySet<string> = new Set([
  "host", "connection", "keep-alive", "content-length", "transfer-encoding", "te", "trailer", "upgrade", "expect", "via",
  "http2-settings", "alt-used",
]);
const HOST_PREFIXES: readonly string[] = ["proxy-", "sec-websocket-"];

/** Judges the method and the headers of a call whose URL is allowed; undefined where they may be sent. */
export function judgeRequestHead(target: string, method: string | undefined, headers: readonly HeaderPair[] | undefined): Refusal | undefined {
  if (method !== undefined) {
    // A token first: some letters outside ASCII become ASCII ones in upper case.
    if (!TOKEN.test(method) || !METHODS.has(method.toUpperCase())) return methodRefusal(target, method);
  }
  return headers === undefined ? undefined : judgeHeaders(target, headers);
}

function methodRefusal(target: string, method: string): Refusal {
  return TOKEN.test(method) ? denied(target, "The method is not one a plugin may use.") : malformed(target, "The method is not an HTTP token.");
}

function judgeHeaders(target: string, headers: readonly HeaderPair[]): Refusal | undefined {
  let bytes = 0;
  for (const [name, value] of headers) {
    if (name.startsWith(":")) return denied(target, "Header names that begin with a colon are the host's.");
    if (!TOKEN.test(name)) return malformed(target, "A header's name is not an HTTP token.");
    if (!VALUE.test(value)) return malformed(target, "A header's value holds characters that no header can carry.");
    if (isHostHeader(name)) return denied(target, `The header "${name.toLowerCase().slice(0, 40)}" is set by the host alone.`);
    bytes += name.length + value.length;
  }
  return bytes > HEADER_BYTES ? malformed(target, `The headers are larger than ${HEADER_BYTES} bytes together.`) : undefined;
}

/** Servers that hand headers on as variables read `_` and `-` as one. */
function isHostHeader(name: string): boolean {
  const lower = name.toLowerCase();
  const plain = lower.includes("_") ? lower.replaceAll("_", "-") : lower;
  return HOST_HEADERS.has(plain) || HOST_PREFIXES.some((prefix) => plain.startsWith(prefix));
}
