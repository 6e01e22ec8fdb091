import { AmbitError, SOCKET_MESSAGE_BYTES } from "@ambit/api-types";
import { networkFailed, toNetworkError } from "../connection/network-fault.ts";

const tooLarge: ReadonlySet<string> = new Set(["WS_ERR_UNSUPPORTED_MESSAGE_LENGTH", "WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH"]);

/** Turns what ended an open WebSocket into an error for the guest. */
export function socketFault(error: Error): AmbitError {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (tooLarge.has(code)) return messageTooLarge();
  return code.startsWith("WS_ERR") ? networkFailed("socketProtocol", error) : toNetworkError(error);
}

/** Turns what ended a handshake into an error for the guest. Where the system does not say what, it was the answer. */
export function handshakeFault(error: unknown): AmbitError {
  const isNamed = typeof error === "object" && error !== null && "code" in error;
  return isNamed ? toNetworkError(error) : networkFailed("notSwitched", error);
}

/** The error for a message past its bound. */
export function messageTooLarge(): AmbitError {
  return new AmbitError("LIMIT_EXCEEDED", `A message of a WebSocket has at most ${SOCKET_MESSAGE_BYTES} bytes.`, { limit: "socketMessage" });
}
