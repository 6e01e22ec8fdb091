import type { ChildProcess } from "node:child_process";
import { createServer, type Server, type Socket } from "node:net";

/** What a confined child reaches: whoever takes the connections that it makes to its proxy. */
export interface ChildNetwork {
  take(connection: Socket): void;
}

/**
 * Takes the one listening socket that a child's relay hands over, and every connection to it from then on. The channel is closed with
 * that: what comes later is no relay.
 */
export function joinNetwork(child: ChildProcess, network: ChildNetwork): void {
  let server: Server | undefined;
  child.once("message", (_word, handle) => {
    // Made anew so that either side of a connection can end by itself.
    server = createServer({ allowHalfOpen: true }, (connection) => network.take(connection)).listen(handle as Server);
    server.on("error", () => undefined);
    child.disconnect();
  });
  child.once("exit", () => server?.close());
}
