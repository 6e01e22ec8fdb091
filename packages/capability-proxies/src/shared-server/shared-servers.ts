import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { PortReader } from "./port-reader.ts";

/** A process that the host has started for a plugin; a `ChildProcess` of Node.js is one. */
export interface SharedProcess {
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  /** Not null once it has ended by itself. */
  readonly exitCode: number | null;
  /** Not null once it was ended by a signal. */
  readonly signalCode: string | null;
  once(event: "exit" | "error", listener: () => void): unknown;
}

interface Registered {
  readonly pluginId: string;
  port: number | undefined;
}

/**
 * The shared processes that the host runs, and the ports that they said they listen on. A port is a plugin's only while the
 * process that was started for it lives. Both the judge's facts and the proxies are given `portsOf`.
 */
export class SharedServers {
  readonly #processes = new Set<Registered>();

  /**
   * Takes a process that was started for a plugin. The first line of its output that the pattern matches tells its port; later
   * ones count no more, and the rest of the output is read on and dropped unless somebody else listens to it. How it is
   * confined is the matter of whoever starts it: it can print any number, so a host lets only processes print one whose code
   * it knows or whose network is its own.
   *
   * @param portPattern its group `port`, or else its first group, is the port: `/listening on 127\.0\.0\.1:(\d+)/`.
   */
  registerSharedProcess(pluginId: string, process: SharedProcess, portPattern: RegExp): void {
    if (process.exitCode !== null || process.signalCode !== null) return;
    const registered: Registered = { pluginId, port: undefined };
    this.#processes.add(registered);
    const forget = (): void => void this.#processes.delete(registered);
    process.once("exit", forget);
    process.once("error", forget);
    for (const output of [process.stdout, process.stderr]) if (output !== null) readPort(output, portPattern, registered);
  }

  /** Ports of the live servers that were started for a plugin. */
  portsOf(pluginId: string): readonly number[] {
    const ports = [...this.#processes].filter((one) => one.pluginId === pluginId).map(({ port }) => port);
    return ports.filter((port) => port !== undefined);
  }
}

function readPort(output: Readable, pattern: RegExp, registered: Registered): void {
  const reader = new PortReader(pattern);
  const decoder = new StringDecoder("utf8");
  const take = (chunk: Buffer | string): void => {
    registered.port ??= reader.take(typeof chunk === "string" ? chunk : decoder.write(chunk));
    // Read on: a process whose output nobody takes stands still.
    if (registered.port !== undefined) output.off("data", take).resume();
  };
  output.on("data", take);
  output.on("error", () => undefined);
}
