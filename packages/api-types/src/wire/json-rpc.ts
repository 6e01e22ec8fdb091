import { AmbitError } from "../errors/ambit-error.ts";
import type { ErrorReply } from "../errors/error-reply.ts";
import type { JsonValue } from "../json/json-value.ts";

/** A JSON-RPC request or notification; a notification has no `id` and gets no answer. */
export interface RpcRequest {
  readonly jsonrpc: "2.0";
  readonly id?: RpcId;
  readonly method: string;
  readonly params?: JsonValue;
}

/** A JSON-RPC answer: `result` or `error`. */
export type RpcResponse =
  | { readonly jsonrpc: "2.0"; readonly id: RpcId | null; readonly result: JsonValue }
  | { readonly jsonrpc: "2.0"; readonly id: RpcId | null; readonly error: ErrorReply };

/** What ties an answer to its request. */
export type RpcId = number | string;

/** Longest method name, and longest `id` that is a string, in UTF-16 units. */
const NAME_UNITS = 128;

/** A message sorted by its kind. */
export type RpcMessage = { readonly kind: "request"; readonly request: RpcRequest } | { readonly kind: "response"; readonly response: RpcResponse };

/**
 * Sorts a parsed message into request or response; unknown extra keys are ignored, wrong ones refused.
 *
 * @throws AmbitError `INVALID_REQUEST`.
 */
export function readRpcMessage(value: JsonValue): RpcMessage {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalid("A message is one JSON object.");
  const message = value as { readonly [key: string]: JsonValue };
  if (message["jsonrpc"] !== "2.0") throw invalid('`jsonrpc` must be "2.0".');
  if (Object.hasOwn(message, "method")) return { kind: "request", request: readRequest(message) };
  return { kind: "response", response: readResponse(message) };
}

function readRequest(message: { readonly [key: string]: JsonValue }): RpcRequest {
  const method = message["method"];
  if (typeof method !== "string" || method.length === 0 || method.length > NAME_UNITS) throw invalid("`method` must be a short string.");
  const params = message["params"];
  const hasId = Object.hasOwn(message, "id");
  return {
    jsonrpc: "2.0",
    method,
    ...(hasId && { id: readId(message["id"]) }),
    ...(params !== undefined && { params }),
  };
}

function readResponse(message: { readonly [key: string]: JsonValue }): RpcResponse {
  const id = message["id"] === null ? null : readId(message["id"]);
  if (Object.hasOwn(message, "error")) return { jsonrpc: "2.0", id, error: message["error"] as unknown as ErrorReply };
  if (!Object.hasOwn(message, "result")) throw invalid("An answer has `result` or `error`.");
  return { jsonrpc: "2.0", id, result: message["result"] ?? null };
}

function readId(id: JsonValue | undefined): RpcId {
  if (typeof id === "number" && Number.isSafeInteger(id)) return id;
  if (typeof id === "string" && id.length > 0 && id.length <= NAME_UNITS) return id;
  throw invalid("`id` must be a whole number or a short string.");
}

function invalid(message: string): AmbitError {
  return new AmbitError("INVALID_REQUEST", message);
}
