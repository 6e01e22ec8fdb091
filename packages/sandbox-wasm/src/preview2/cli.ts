import { AmbitError } from "@ambit/api-types/guest";
import type { OutputStream as ByteOutput } from "../preview1/stream/streams.ts";
import type { ComponentHost } from "./component-host.ts";
import { InputStream, OutputStream } from "./streams.ts";

/** Terminals: there is none, so neither class has an instance. */
class TerminalInput {}
class TerminalOutput {}

/** The interfaces of `wasi:cli`: arguments and variables of the manifest, streams of the call, no folder to start in, and an exit of the guest alone. */
export function cliInterfaces({ state, args, env, stdin, stdout, stderr }: ComponentHost): object {
  const input = (): InputStream =>
    new InputStream(state, {
      read(length) {
        const bytes = new Uint8Array(Math.min(length, stdin.available));
        return bytes.length === 0 ? undefined : bytes.subarray(0, stdin.read(bytes, 0, bytes.length));
      },
    });
  const output = (stream: ByteOutput): OutputStream => new OutputStream(state, (bytes) => writeOrEnd(stream, bytes));
  const writeOrEnd = (stream: ByteOutput, bytes: Uint8Array): void => {
    try {
      stream.write(bytes, 0, bytes.length);
    } catch (thrown) {
      if (AmbitError.isInstance(thrown)) state.end({ kind: "error", error: thrown });
      throw thrown;
    }
  };
  return {
    environment: { getEnvironment: () => Object.entries(env), getArguments: () => [...args], initialCwd: () => undefined },
    exit: {
      exit: (status: { readonly tag: "ok" | "err" }) => state.end({ kind: "exit", code: status.tag === "ok" ? 0 : 1 }),
      exitWithCode: (code: number) => state.end({ kind: "exit", code }),
    },
    stdin: { getStdin: input },
    stdout: { getStdout: () => output(stdout) },
    stderr: { getStderr: () => output(stderr) },
    terminalInput: { TerminalInput },
    terminalOutput: { TerminalOutput },
    terminalStdin: { getTerminalStdin: () => undefined },
    terminalStdout: { getTerminalStdout: () => undefined },
    terminalStderr: { getTerminalStderr: () => undefined },
  };
}
