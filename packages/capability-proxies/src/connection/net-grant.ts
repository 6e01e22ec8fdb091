import { AmbitError, type CallGrant, type ProxyRequest } from "@ambit/api-types";

/** What an allowed network call may touch. */
export type NetGrant = Extract<CallGrant, { kind: "net" }>;

/** What an allowed raw socket may touch. */
export type TcpGrant = Extract<CallGrant, { kind: "tcp" }>;

/** The network grant of a request. One of another kind is the host's own fault. */
export function netGrant(request: ProxyRequest): NetGrant {
  if (request.grant.kind === "net") return request.grant;
  throw wrongGrant();
}

/** The socket grant of a request. One of another kind is the host's own fault. */
export function tcpGrant(request: ProxyRequest): TcpGrant {
  if (request.grant.kind === "tcp") return request.grant;
  throw wrongGrant();
}

function wrongGrant(): AmbitError {
  return new AmbitError("INTERNAL_ERROR", "A network call came with a grant that is not for it.");
}
