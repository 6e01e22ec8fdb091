/**
 * Runs inside a confined child: listens on its own loopback, hands every connection to the gate's socket, and starts the child's program,
 * whose end is its end. Programs speak to HTTP proxies by TCP alone. It is one file without imports of its own, since nothing else of the
 * host is in the child's view.
 *
 * @packageDocumentation
 */
import { spawn } from "node:child_process";
import { connect, createServer, type Socket } from "node:net";
import { constants } from "node:os";

const [socketPath = "", port = "", program = "", ...args] = process.argv.slice(2);

function join(inner: Socket): void {
  const outer = connect({ path: socketPath, allowHalfOpen: true });
  const end = (): void => {
    inner.destroy();
    outer.destroy();
  };
  for (const each of [inner, outer]) each.on("error", end).on("close", end);
  inner.pipe(outer).pipe(inner);
}

function run(): void {
  const child = spawn(program, args, { stdio: "inherit" });
  child.once("error", () => process.exit(127));
  child.once("exit", (code, signal) => process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
}

createServer({ allowHalfOpen: true }, join).listen(Number(port), "127.0.0.1", run);
