import type { Duplex } from "node:stream";
import { networkFailed } from "../connection/network-fault.ts";
import type { ProxyServer } from "./proxy-settings.ts";

/** Most bytes of a proxy's answer before the tunnel. */
const headBytes = 16 * 1024;

const endOfHead = Buffer.from("\r\n\r\n");

/**
 * Asks a proxy for a tunnel, on a connection to it that stands. Afterwards the connection leads to the target; what already
 * came from there is left in it. The proxy's own words go nowhere.
 *
 * @param target host and port, as in a URL.
 * @throws AmbitError `NETWORK_FAILED` where the proxy refuses, breaks off or does not speak HTTP. It has no deadline of its
 * own: whoever waits destroys the connection.
 */
export async function openTunnel(connection: Duplex, target: string, proxy: ProxyServer): Promise<void> {
  const authorization = proxy.authorization === undefined ? "" : `Proxy-Authorization: ${proxy.authorization}\r\n`;
  connection.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${authorization}\r\n`);
  const head = await readHead(connection);
  const status = /^HTTP\/1\.[01] (\d{3})(?: |\r\n|$)/.exec(head)?.[1];
  if (status === undefined) throw networkFailed("proxyMalformed");
  if (status === "407") throw networkFailed("proxyCredentials");
  if (!status.startsWith("2")) throw networkFailed("proxyRefused");
}

function readHead(connection: Duplex): Promise<string> {
  return new Promise((resolve, reject) => {
    let read = Buffer.alloc(0);
    const stop = (): void => {
      connection.off("readable", take).off("error", fail).off("close", breakOff).off("end", breakOff);
    };
    const fail = (error: unknown): void => {
      stop();
      reject(error instanceof Error ? error : networkFailed("proxyRefused", error));
    };
    const breakOff = (): void => fail(networkFailed("proxyMalformed"));
    const take = (): void => {
      for (let chunk = connection.read() as Buffer | null; chunk !== null; chunk = connection.read() as Buffer | null) {
        read = Buffer.concat([read, chunk]);
        const end = read.indexOf(endOfHead);
        if (end === -1 && read.length < headBytes) continue;
        if (end === -1 || end > headBytes) return fail(networkFailed("proxyMalformed"));
        stop();
        const rest = read.subarray(end + endOfHead.length);
        if (rest.length > 0) connection.unshift(rest);
        return resolve(read.toString("latin1", 0, end));
      }
    };
    connection.on("readable", take).on("error", fail).on("close", breakOff).on("end", breakOff);
  });
}
