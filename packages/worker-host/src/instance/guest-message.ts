import { AmbitError, type JsonValue, type RpcMessage, checkJsonBounds, parseBoundedJson, readRpcMessage } from "@ambit/api-types";

/**
 * Reads one message of a guest.
 *
 * @throws AmbitError `MESSAGE_TOO_LARGE`, `MESSAGE_TOO_DEEP`, `MESSAGE_MALFORMED` or `GUEST_PROTOCOL`. No call can be told
 * from such a message, so each of them ends the instance.
 */
export function readGuestMessage(text: string): RpcMessage {
  const value = parseBoundedJson(text);
  try {
    return readRpcMessage(value);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : "It is no JSON-RPC message.";
    throw new AmbitError("GUEST_PROTOCOL", `The plugin sent what is no message: ${why}`, { cause });
  }
}

/**
 * Writes one message to a guest, within the bounds of a message.
 *
 * @throws AmbitError `INVALID_PARAMS` for what JSON cannot carry, `MESSAGE_TOO_LARGE`, `MESSAGE_TOO_DEEP`.
 */
export function writeGuestMessage(method: string, params: JsonValue, id?: number): string {
  const text = toJson(id === undefined ? { jsonrpc: "2.0", method, params } : { jsonrpc: "2.0", id, method, params });
  checkJsonBounds(text);
  return text;
}

function toJson(message: unknown): string {
  try {
    return JSON.stringify(message);
  } catch (cause) {
    if (cause instanceof RangeError) throw new AmbitError("MESSAGE_TOO_DEEP", "The parameters are nested too deep or too large.", { limit: "depth", cause });
    throw new AmbitError("INVALID_PARAMS", "The parameters hold something that JSON cannot carry.", { cause });
  }
}
