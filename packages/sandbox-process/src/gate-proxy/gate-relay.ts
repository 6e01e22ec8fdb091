/**
 * Runs inside a confined child before its program: listens on the child's own loopback, hands the listening socket to the host, and becomes
 * the program. Programs speak to HTTP proxies by TCP alone, and a socket belongs to the network it was made in, whoever holds it. Nothing
 * of this is left beside the program, and the program needs no other kind of socket to reach its gate. It is one file without imports of
 * its own, since nothing else of the host is in the child's view.
 *
 * @packageDocumentation
 */
import { createServer } from "node:net";

const [port = "", program = "", ...args] = process.argv.slice(2);

/** Node ignores these, and a program would inherit that; what is handled instead is the system's again once the program is begun. */
for (const signal of ["SIGPIPE", "SIGXFSZ"] as const) process.on(signal, () => undefined);

const server = createServer().listen(Number(port), "127.0.0.1", () => {
  process.send?.("gate", server, {}, () => process.execve?.(program, [program, ...args], process.env));
});
