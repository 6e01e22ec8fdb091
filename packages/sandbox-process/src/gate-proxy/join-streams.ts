import { timerMillis } from "@ambit/api-types";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ByteCount } from "./byte-count.ts";

/** Carries bytes both ways until both ends are closed, one breaks, or nothing came for a time. Each end is read only as fast as the other takes. */
export function joinStreams(client: Duplex, server: Socket, count: ByteCount, idleMillis: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      client.destroy();
      server.destroy();
      resolve();
    };
    let open = 2;
    const closed = (): void => {
      if (--open === 0) end();
    };
    server.setTimeout(timerMillis(idleMillis), end);
    client.on("data", (piece: Buffer) => (count.bytesOut += piece.length));
    server.on("data", (piece: Buffer) => (count.bytesIn += piece.length));
    for (const stream of [client, server]) stream.once("error", end).once("close", end).once("end", closed);
    client.pipe(server);
    server.pipe(client);
  });
}
