import type { JsonObject, JsonValue } from "@ambit/api-types";

// Taken before any plugin code runs: the way of every call leads through here.
const Bytes = Uint8Array;
const Encoder = TextEncoder;

/** What an author gives a call, as it goes over the wire. */
export interface WireParams {
  readonly params: JsonValue;
  /** The author asked for bytes. */
  readonly wantsBytes: boolean;
}

/** Tells whether a call's parameters have a member that bytes, or the wish for them, can stand in. */
export function mayHoldBytes(given: unknown): boolean {
  return typeof given === "object" && given !== null && ("data" in given || "body" in given || "encoding" in given);
}

/** Puts base64 in the place of the bytes that an author gave, and of the wish for bytes. What has neither goes as it is. */
export function toWire(given: unknown): WireParams {
  if (typeof given !== "object" || given === null) return { params: given as JsonValue, wantsBytes: false };
  const wantsBytes = (given as { encoding?: unknown }).encoding === "bytes";
  const params: Record<string, unknown> = wantsBytes ? { ...given, encoding: "base64" } : (given as Record<string, unknown>);
  return { params: withoutBytes(params) as JsonValue, wantsBytes };
}

function withoutBytes(params: Record<string, unknown>): Record<string, unknown> {
  const { data, body } = params;
  if (data instanceof Bytes) return { ...params, data: bytesToBase64(data), encoding: "base64" };
  return body instanceof Bytes ? { ...params, body: bytesToBase64(body), bodyEncoding: "base64" } : params;
}

/** Puts bytes in the place of the text that a call's result has: in `data`, or in `body`. */
export function fromWire(result: JsonValue): unknown {
  const { data, body, encoding } = result as JsonObject;
  const bytesOf = (text: string): Uint8Array => (encoding === "base64" ? base64ToBytes(text) : new Encoder().encode(text));
  if (typeof data === "string") return { ...(result as JsonObject), data: bytesOf(data), encoding: "bytes" };
  return typeof body === "string" ? { ...(result as JsonObject), body: bytesOf(body), encoding: "bytes" } : result;
}

/** Standards of after ES2024, which not every engine has yet. */
interface NewerBytes {
  toBase64?(): string;
}
const NewerArray: { fromBase64?(text: string): Uint8Array } = Bytes as never;

/** Code units that one call of `fromCharCode` is given: more would not fit the stack of a small engine. */
const CHUNK = 4096;

function bytesToBase64(bytes: Uint8Array): string {
  const newer = (bytes as NewerBytes).toBase64?.();
  if (newer !== undefined) return newer;
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}

function base64ToBytes(text: string): Uint8Array {
  return NewerArray.fromBase64?.(text) ?? Bytes.from(atob(text), (unit) => unit.charCodeAt(0));
}
