import type { Socket } from "node:net";
import type { buildConnector } from "undici";
import { endedBy } from "../proxy/ended-call.ts";

/** Where a connection of its own is to lead. */
export interface DialTarget {
  readonly host: string;
  readonly port: number;
  /** Whether TLS is spoken on it. */
  readonly encrypted: boolean;
}

/**
 * Makes one connection that is kept in no pool; whoever gets it closes it.
 *
 * @throws AmbitError the signal's reason, at whatever stage the connection is; what else the connector fails with.
 */
export function dial(connect: buildConnector.connector, target: DialTarget, signal: AbortSignal): Promise<Socket> {
  const { host, port, encrypted } = target;
  const options = { hostname: host, host, protocol: encrypted ? "https:" : "http:", port: String(port) };
  return new Promise((resolve, reject) => {
    // Connectors hand back the socket they work on, though their type does not say so. They call back later than that.
    const underWay = connect(options, (...[error, socket]) => {
      signal.removeEventListener("abort", giveUp);
      if (error !== null) return reject(error);
      if (!signal.aborted) return resolve(socket);
      socket.destroy();
      reject(endedBy(signal));
    }) as unknown as Socket | undefined;
    const giveUp = (): void => {
      underWay?.destroy();
      reject(endedBy(signal));
    };
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp, { once: true });
  });
}
