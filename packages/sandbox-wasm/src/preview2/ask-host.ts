import { AmbitError, fromErrorReply, type GuestPort, type JsonValue, parseBoundedJson, readRpcMessage } from "@ambit/api-types/guest";

/** Requests of this thread so far, so that each has an id of its own. */
let asked = 0;

/**
 * Makes one call of the host and waits for its answer.
 *
 * @throws AmbitError what the call ended in.
 */
export function askHost(port: GuestPort, method: string, params: JsonValue): JsonValue {
  const read = readRpcMessage(parseBoundedJson(port.ask(JSON.stringify({ jsonrpc: "2.0", id: ++asked, method, params }))));
  if (read.kind !== "response") throw new AmbitError("INTERNAL_ERROR", "The host answered with what is no answer.", { method });
  if ("error" in read.response) throw fromErrorReply(read.response.error);
  return read.response.result;
}
