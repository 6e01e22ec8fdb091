import { AmbitError } from "@ambit/api-types";
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import { readGreeting } from "./client-hello.ts";
import { dialJudged } from "./dial-judged.ts";
import type { ByteCount } from "./byte-count.ts";
import { joinStreams } from "./join-streams.ts";

/** A tunnel that was allowed. */
export interface TunnelOrder {
  /** The child's end. */
  readonly client: Duplex;
  /** What came behind the request already. */
  readonly head: Buffer;
  /** The host that was judged. */
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly string[];
  readonly carries: "tls" | "anything";
  readonly idleMillis: number;
  readonly count: ByteCount;
  /** Takes charge of the connection to the server, so that closing the gate closes it. */
  readonly hold: (server: Duplex) => void;
}

const GREETING_MILLIS = 10_000;

/**
 * Opens a tunnel and carries it until one end closes it. Where it is for TLS, not a byte goes to the server before the child has
 * greeted it by the name that was judged: many hosts share an address.
 *
 * @throws AmbitError `NETWORK_FAILED` where the server is not reached. What goes wrong later closes the tunnel.
 */
export async function openTunnel(order: TunnelOrder): Promise<void> {
  const { client, count } = order;
  const server = await dialJudged(order.addresses, order.port);
  order.hold(server);
  client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
  const greeting = order.carries === "anything" ? order.head : await readFirstBytes(order);
  if (greeting === undefined) {
    server.destroy();
    client.destroy();
    throw new AmbitError("PERMISSION_DENIED", "The tunnel did not begin with TLS for the host that it was granted for.");
  }
  count.bytesOut += greeting.length;
  if (greeting.length > 0) server.write(greeting);
  await joinStreams(client, server, count, order.idleMillis);
}

/** The child's greeting as it came, or undefined where it is not one for this host. */
function readFirstBytes({ client, head, host }: TunnelOrder): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    let bytes = head;
    const timer = setTimeout(() => give(undefined), GREETING_MILLIS);
    const give = (found: Buffer | undefined): void => {
      clearTimeout(timer);
      client.off("data", take).off("close", close).off("end", close);
      client.pause();
      resolve(found);
    };
    const close = (): void => give(undefined);
    const judge = (): void => {
      const greeting = readGreeting(bytes);
      // An address has no name to greet by.
      if (greeting.kind === "tls") give(greeting.name === (isIP(host) === 0 ? host : undefined) ? bytes : undefined);
      else if (greeting.kind === "other") give(undefined);
    };
    const take = (piece: Buffer): void => {
      bytes = Buffer.concat([bytes, piece]);
      judge();
    };
    client.on("data", take).once("close", close).once("end", close);
    judge();
  });
}
