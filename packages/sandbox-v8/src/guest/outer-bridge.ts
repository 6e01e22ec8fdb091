import { createHash, randomFillSync, randomUUID } from "node:crypto";
import type { BridgeCalls } from "../platform/bridge.ts";

const DIGESTS: Readonly<Record<string, string>> = { "SHA-1": "sha1", "SHA-256": "sha256", "SHA-384": "sha384", "SHA-512": "sha512" };
const encoder = new TextEncoder();

/** The outer side of the realm's platform: answers in primitives, and writes bytes into arrays that the realm made. */
export const outerBridge: BridgeCalls = {
  parseUrl: (address, base) => {
    const url = URL.parse(address, base);
    return url === null ? undefined : partsOf(url);
  },
  setUrl: (address, part, value) => {
    const url = URL.parse(address);
    if (url === null || !SETTABLE.includes(part)) return undefined;
    Reflect.set(url, part, value);
    return partsOf(url);
  },
  parseQuery: (text) => JSON.stringify([...new URLSearchParams(text)]),
  writeQuery: (pairs) => new URLSearchParams(JSON.parse(pairs) as [string, string][]).toString(),
  utf8Length: (text) => Buffer.byteLength(text),
  utf8Write: (text, into) => encoder.encodeInto(text, into).written,
  decode: (bytes, encoding, fatal) => {
    try {
      // The realm's decoder takes the mark away itself: only it knows where a stream begins.
      return new TextDecoder(encoding, { fatal, ignoreBOM: true }).decode(bytes);
    } catch {
      return undefined;
    }
  },
  toBase64: (text) => orNothing(() => btoa(text)),
  fromBase64: (text) => orNothing(() => atob(text)),
  randomFill: (into) => void randomFillSync(into),
  randomUuid: () => randomUUID(),
  digest: (algorithm, bytes, into) => {
    const name = Object.hasOwn(DIGESTS, algorithm) ? DIGESTS[algorithm] : undefined;
    if (name === undefined) return false;
    into.set(createHash(name).update(bytes).digest());
    return true;
  },
};

const SETTABLE: readonly string[] = ["protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];

function partsOf({ href, origin, protocol, username, password, host, hostname, port, pathname, search, hash }: URL): string {
  return JSON.stringify({ href, origin, protocol, username, password, host, hostname, port, pathname, search, hash });
}

function orNothing(code: () => string): string | undefined {
  try {
    return code();
  } catch {
    return undefined;
  }
}
