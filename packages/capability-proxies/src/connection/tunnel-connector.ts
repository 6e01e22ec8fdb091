import { connect, isIP, type Socket } from "node:net";
import { AmbitError } from "@ambit/api-types";
import { buildConnector } from "undici";
import { openTunnel } from "../http-proxy/open-tunnel.ts";
import type { ProxyServer } from "../http-proxy/proxy-settings.ts";
import { refusedAddress } from "./name-lookup.ts";
import { networkFailed } from "./network-fault.ts";
import { type ConnectorParts, withoutRootDot } from "./pinned-connector.ts";

/**
 * A connector that goes through the operator's proxy: a tunnel to the target, and TLS inside it. The proxy looks the name up,
 * so a name is all that was judged; an address in the URL is judged here as ever.
 */
export function tunnelConnector(parts: ConnectorParts, proxy: ProxyServer): buildConnector.connector {
  const encrypt = buildConnector({ allowH2: false, timeout: parts.timeoutMs, secureContext: parts.trusted, rejectUnauthorized: parts.verifiesCertificates });
  return (options, callback) => {
    const literal = isIP(options.hostname) === 0 ? undefined : options.hostname;
    if (literal !== undefined && !parts.judge(literal, parts.rule, literal)) {
      queueMicrotask(() => callback(refusedAddress(), null));
      return;
    }
    const socket = connectToProxy(parts, proxy);
    const target = `${isIP(options.hostname) === 6 ? `[${options.hostname}]` : withoutRootDot(options.hostname)}:${options.port || "443"}`;
    const servername = literal === undefined ? { servername: withoutRootDot(options.hostname) } : {};
    void openTunnel(socket, target, proxy).then(
      () =>
        encrypt({ ...options, ...servername, httpSocket: socket }, (...[error, encrypted]) => {
          if (error !== null) return callback(error, null);
          parts.onConnection(encrypted);
          callback(null, encrypted);
        }),
      (error: unknown) => {
        socket.destroy();
        callback(AmbitError.isInstance(error) ? error : networkFailed("proxyUnreachable", error), null);
      },
    );
    // Handed back as the other connector does, so that a call given up takes it down at whatever stage it is.
    return socket;
  };
}

/** A connector for what the proxy itself is asked to fetch: it leads to the proxy whatever the options say. */
export function proxyConnector(parts: ConnectorParts, proxy: ProxyServer): buildConnector.connector {
  return (_options, callback) => {
    const socket = connectToProxy(parts, proxy);
    socket.once("connect", () => {
      socket.off("error", fail);
      parts.onConnection(socket);
      callback(null, socket);
    });
    const fail = (error: Error): void => callback(networkFailed("proxyUnreachable", error), null);
    socket.once("error", fail);
    return socket;
  };
}

/** The proxy is the operator's: its name is looked up as the system does, and its address is not judged. */
function connectToProxy(parts: ConnectorParts, { host, port }: ProxyServer): Socket {
  const { address, port: toPort } = parts.route(host) ?? { address: host, port };
  const socket = connect({ host: address, port: toPort, noDelay: true, keepAlive: true });
  // Whoever waits for it is told by what it waits for; without a listener a late error would end the host.
  socket.on("error", () => undefined);
  return socket;
}
