import { isIP, type LookupFunction, type Socket } from "node:net";
import type { SecureContext } from "node:tls";
import type { AddressRule } from "@ambit/api-types";
import { buildConnector } from "undici";
import type { AddressJudge } from "./address-judge.ts";
import { type DialAddress, type NameLookup, refusedAddress } from "./name-lookup.ts";
import { networkFailed } from "./network-fault.ts";
import type { Route } from "./route.ts";

/** What a connector needs to dial for one plugin instance under one address rule. */
export interface ConnectorParts {
  readonly rule: AddressRule;
  readonly judge: AddressJudge;
  readonly names: NameLookup;
  readonly trusted: SecureContext;
  /** False where the operator has said that unverified certificates will do. */
  readonly verifiesCertificates: boolean;
  readonly timeoutMs: number;
  readonly route: Route;
  /** Whether the port is that of a server the host started for the plugin; asked under the rule `loopback` alone. */
  readonly isSharedPort: (port: number) => boolean;
  /** Sees each connection before it is used. */
  readonly onConnection: (socket: Socket) => void;
}

/**
 * A connector that dials judged addresses and no other. A name is looked up where the socket asks for it, so the address
 * that was judged is the address that is dialled; an address in the URL is judged first, since no lookup is made for it; and
 * the address at the other end is judged once more when the connection stands.
 */
export function pinnedConnector(parts: ConnectorParts): buildConnector.connector {
  const dial = buildConnector({
    lookup: pinnedLookup(parts),
    allowH2: false,
    timeout: parts.timeoutMs,
    secureContext: parts.trusted,
    // Said outright, so that no environment variable or command line switch of the host process weakens it.
    rejectUnauthorized: parts.verifiesCertificates,
  });
  return (options, callback) => {
    const literal = isIP(options.hostname) === 0 ? undefined : options.hostname;
    const isClosedPort = parts.rule === "loopback" && !parts.isSharedPort(Number(options.port) || 80);
    if (isClosedPort || (literal !== undefined && !parts.judge(literal, parts.rule, literal))) {
      queueMicrotask(() => callback(refusedAddress(), null));
      return;
    }
    const routed = parts.route(options.hostname);
    const isRightPeer = (peer: string): boolean => (routed === undefined ? parts.judge(peer, parts.rule, literal) : peer === routed.address);
    const target = {
      ...options,
      // The name the certificate must be for is the URL's; neither it nor SNI has the root dot.
      ...(literal === undefined ? { servername: withoutRootDot(options.hostname) } : routed && { hostname: routed.address }),
      ...(routed && { port: String(routed.port) }),
    };
    // The socket is handed back, so that a call given up while it connects takes it down; the connector's type hides that.
    return dial(target, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      if (socket.remoteAddress !== undefined && isRightPeer(socket.remoteAddress)) {
        parts.onConnection(socket);
        return callback(null, socket);
      }
      socket.destroy();
      callback(refusedAddress(), null);
    });
  };
}

/** The lookup that a socket makes: judged addresses, in whichever of the two forms it asks for. */
function pinnedLookup(parts: ConnectorParts): LookupFunction {
  return (hostname, options, callback) => {
    void addressesFor(parts, hostname).then(
      (addresses) => answerLookup(addresses, options.all === true, callback),
      (error: unknown) => callback(error instanceof Error ? error : networkFailed("lookupFailed", error), "", 0),
    );
  };
}

async function addressesFor(parts: ConnectorParts, hostname: string): Promise<readonly DialAddress[]> {
  const judged = await parts.names.addressesOf(withoutRootDot(hostname), parts.rule);
  const routed = parts.route(hostname);
  return routed === undefined ? judged : [{ address: routed.address, family: isIP(routed.address) === 6 ? 6 : 4 }];
}

function answerLookup(addresses: readonly DialAddress[], all: boolean, callback: Parameters<LookupFunction>[2]): void {
  const [first] = addresses;
  if (first === undefined) return callback(networkFailed("nameNotFound"), "", 0);
  if (all) callback(null, [...addresses]);
  else callback(null, first.address, first.family);
}

/** A host as certificates name it. */
export function withoutRootDot(host: string): string {
  return host.endsWith(".") ? host.slice(0, -1) : host;
}
