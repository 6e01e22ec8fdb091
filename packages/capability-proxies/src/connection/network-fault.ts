import { AmbitError } from "@ambit/api-types";
import { errors } from "undici";

/**
 * The ways in which an allowed network call fails, in our own words. The words of a library or of a server never reach a
 * guest: they can hold an address, a path or a header.
 */
const faults = {
  nameNotFound: "The host's name was not found.",
  lookupFailed: "The host's name could not be looked up.",
  refused: "The server refused the connection.",
  unreachable: "The server could not be reached.",
  connectTimeout: "The connection was not made in time.",
  reset: "The connection broke before the answer was complete.",
  tls: "The server's certificate could not be trusted, or the encrypted connection failed.",
  headersTooLarge: "The answer's headers are too large.",
  malformed: "The server's answer is not proper HTTP.",
  bodyMalformed: "The answer's body is not in the encoding that its headers name.",
  proxySettings: "The host's proxy settings are wrong: the operator has to mend them.",
  proxyUnreachable: "The host's proxy could not be reached.",
  proxyRefused: "The host's proxy did not open a way to the server.",
  proxyCredentials: "The host's proxy wants other credentials: the operator has to set them.",
  proxyMalformed: "The host's proxy did not answer in proper HTTP.",
  notSwitched: "The server did not open a WebSocket.",
  socketProtocol: "The server broke the WebSocket protocol.",
  socketFlood: "The server sent more control frames than a WebSocket needs.",
  socketClosed: "The socket has closed.",
  unknown: "The network call failed on the way.",
} as const;

/** One way in which a network call fails. */
export type NetworkFault = keyof typeof faults;

/** A `NETWORK_FAILED` error in the words of a fault. */
export function networkFailed(fault: NetworkFault, cause?: unknown): AmbitError {
  return new AmbitError("NETWORK_FAILED", faults[fault], cause === undefined ? {} : { cause });
}

const faultsByCode: ReadonlyMap<string, NetworkFault> = new Map([
  ["ENOTFOUND", "nameNotFound"],
  ["ENODATA", "nameNotFound"],
  ["EAI_NODATA", "nameNotFound"],
  ["EAI_NONAME", "nameNotFound"],
  ["ETIMEOUT", "lookupFailed"],
  ["ESERVFAIL", "lookupFailed"],
  ["EREFUSED", "lookupFailed"],
  ["EBADRESP", "lookupFailed"],
  ["EFORMERR", "lookupFailed"],
  ["EBADNAME", "nameNotFound"],
  ["EAI_AGAIN", "lookupFailed"],
  ["EAI_FAIL", "lookupFailed"],
  ["ECONNREFUSED", "refused"],
  ["EHOSTUNREACH", "unreachable"],
  ["ENETUNREACH", "unreachable"],
  ["EADDRNOTAVAIL", "unreachable"],
  ["EACCES", "unreachable"],
  ["EPERM", "unreachable"],
  ["ETIMEDOUT", "connectTimeout"],
  ["UND_ERR_CONNECT_TIMEOUT", "connectTimeout"],
  ["ECONNRESET", "reset"],
  ["ECONNABORTED", "reset"],
  ["EPIPE", "reset"],
  ["UND_ERR_SOCKET", "reset"],
  ["UND_ERR_HEADERS_OVERFLOW", "headersTooLarge"],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "malformed"],
  ["ERR_BUFFER_TOO_LARGE", "bodyMalformed"],
]);

const faultsByPrefix: readonly (readonly [prefix: string, fault: NetworkFault])[] = [
  ["EAI_", "lookupFailed"],
  ["Z_", "bodyMalformed"],
  ["ZSTD_", "bodyMalformed"],
  ["ERR_ZSTD", "bodyMalformed"],
  ["ERR_BROTLI", "bodyMalformed"],
  ["ERR__ERROR", "bodyMalformed"],
  ["ERR_TLS", "tls"],
  ["ERR_SSL", "tls"],
  ["ERR_OSSL", "tls"],
  ["CERT_", "tls"],
  ["CRL_", "tls"],
  ["UNABLE_TO_", "tls"],
  ["SELF_SIGNED", "tls"],
  ["DEPTH_ZERO", "tls"],
];

const tlsCodes: ReadonlySet<string> = new Set(["EPROTO", "HOSTNAME_MISMATCH", "INVALID_CA", "INVALID_PURPOSE", "PATH_LENGTH_EXCEEDED", "ERROR_IN_CERT_NOT_AFTER_FIELD"]);

/**
 * Turns what a network library threw into an error for the guest. An error of ours passes as it is. What the library
 * itself refused to send is `INVALID_PARAMS`.
 */
export function toNetworkError(thrown: unknown): AmbitError {
  if (AmbitError.isInstance(thrown)) return thrown;
  const code = codeOf(thrown);
  if (code === "UND_ERR_INVALID_ARG" || code === "UND_ERR_NOT_SUPPORTED" || code === "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH") {
    return new AmbitError("INVALID_PARAMS", "The request's method or headers cannot be sent.", { cause: thrown });
  }
  if (code === "UND_ERR_DESTROYED" || code === "UND_ERR_CLOSED") return new AmbitError("INSTANCE_STOPPED", "The instance ended before the answer came.", { cause: thrown });
  return networkFailed(isParserError(thrown) ? "malformed" : faultOf(code), thrown);
}

/** Whether the HTTP parser gave up on an answer; its error does not always have a code. */
export function isParserError(thrown: unknown): boolean {
  return thrown instanceof errors.HTTPParserError || codeOf(thrown).startsWith("HPE_");
}

function faultOf(code: string): NetworkFault {
  const exact = faultsByCode.get(code);
  if (exact !== undefined) return exact;
  if (tlsCodes.has(code)) return "tls";
  return faultsByPrefix.find(([prefix]) => code.startsWith(prefix))?.[1] ?? "unknown";
}

/** The code of a system or library error; of several attempts' errors, the last one's. Empty where there is none. */
function codeOf(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return codeOf(thrown.errors.at(-1));
  if (typeof thrown !== "object" || thrown === null || !("code" in thrown)) return "";
  return typeof thrown.code === "string" ? thrown.code : "";
}
