import { type JsonValue, parseBoundedJson, readRpcMessage, type RpcId } from "@ambit/api-types/guest";

/** What one line of a guest is. */
export type GuestLine =
  | { readonly kind: "answer"; readonly id: RpcId | null }
  /** A request that the host will answer. */
  | { readonly kind: "request"; readonly id: RpcId }
  | { readonly kind: "notification" };

/** Sorts a line that a guest printed. @throws AmbitError for what is no message. */
export function readGuestLine(line: string): GuestLine {
  const read = readRpcMessage(parseBoundedJson(line));
  if (read.kind === "response") return { kind: "answer", id: read.response.id };
  return read.request.id === undefined ? { kind: "notification" } : { kind: "request", id: read.request.id };
}

/** Replaces the id of a message, which is valid JSON with an `id`. */
export function withId(message: string, id: RpcId): string {
  // An object, as every message is that has an id.
  return JSON.stringify({ ...(JSON.parse(message) as { readonly [key: string]: JsonValue }), id });
}
