import { AmbitError } from "@ambit/api-types";
import { connect, isIP, type Socket } from "node:net";

const DIAL_MILLIS = 10_000;

/**
 * Connects to the first address that answers. They are addresses, so nothing is looked up on the way.
 *
 * @throws AmbitError `NETWORK_FAILED`.
 */
export async function dialJudged(addresses: readonly string[], port: number): Promise<Socket> {
  for (const address of addresses) {
    const socket = isIP(address) === 0 ? undefined : await tryAddress(address, port);
    if (socket !== undefined) return socket;
  }
  throw new AmbitError("NETWORK_FAILED", "The server could not be reached.");
}

function tryAddress(host: string, port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, allowHalfOpen: true, timeout: DIAL_MILLIS });
    const give = (found: Socket | undefined): void => {
      socket.removeAllListeners();
      socket.setTimeout(0);
      // Whoever takes it listens for its errors; one that comes before has no listener otherwise.
      socket.on("error", () => undefined);
      if (found === undefined) socket.destroy();
      resolve(found);
    };
    socket.once("connect", () => give(socket));
    socket.once("timeout", () => give(undefined));
    socket.once("error", () => give(undefined));
  });
}
