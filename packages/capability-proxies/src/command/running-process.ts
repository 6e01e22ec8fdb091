import type { CommandExit, HostCommand, ProcReadParams, ProxyRequest } from "@ambit/api-types";
import type { TypedAnswer } from "../proxy/define-proxy.ts";
import type { Handled } from "../proxy/handle-table.ts";
import { Arrival } from "../waiting/arrival.ts";
import { readWaiting } from "../waiting/read-waiting.ts";
import { waitTime } from "../waiting/wait-time.ts";
import { WaitingBytes } from "../waiting/waiting-bytes.ts";

type Stream = "stdout" | "stderr";

/** One command of an instance, with what it printed and the guest has not taken. */
export class RunningProcess implements Handled {
  readonly #command: HostCommand;
  readonly #printed: Readonly<Record<Stream, WaitingBytes>>;
  readonly #arrival: Arrival;
  #exit: CommandExit | undefined;
  /** Looked at first, so that a stream that always has something does not keep the other one back. */
  #next: Stream = "stdout";

  private constructor(command: HostCommand, printed: Readonly<Record<Stream, WaitingBytes>>, arrival: Arrival) {
    this.#command = command;
    this.#printed = printed;
    this.#arrival = arrival;
    void command.finished.then((exit) => {
      this.#exit = exit;
      printed.stdout.end();
      printed.stderr.end();
      arrival.tell();
    });
  }

  /** Starts one; `start` is given where its output goes. */
  static async start(start: (output: (stream: Stream, piece: Uint8Array) => void) => Promise<HostCommand>): Promise<RunningProcess> {
    const printed = { stdout: new WaitingBytes(), stderr: new WaitingBytes() };
    const arrival = new Arrival();
    const command = await start((stream, piece) => {
      printed[stream].push(piece);
      arrival.tell();
    });
    return new RunningProcess(command, printed, arrival);
  }

  /** What one of its streams brought, or its end. */
  async read(params: Omit<ProcReadParams, "process">, request: ProxyRequest): Promise<TypedAnswer<"proc/read">> {
    const deadline = performance.now() + waitTime(request.instance, params.waitMs);
    for (;;) {
      const answer = (await this.#take(this.#next, params, request)) ?? (await this.#take(other(this.#next), params, request));
      if (answer !== undefined) return answer;
      if (this.#exit !== undefined) return { result: { stream: "none", data: "", encoding: "utf8", done: true, ...exitFields(this.#exit) } };
      const left = deadline - performance.now();
      if (left <= 0) return { result: { stream: "none", data: "", encoding: "utf8", done: false } };
      await this.#arrival.next(request.signal, left);
    }
  }

  write(bytes: Uint8Array): number {
    return this.#command.write(bytes);
  }

  closeInput(): void {
    this.#command.closeInput();
  }

  kill(): Promise<void> {
    return this.#command.kill();
  }

  /** Ends it; whoever runs commands sees to it that nothing is left. */
  destroy(): void {
    void this.kill();
  }

  async #take(stream: Stream, params: Omit<ProcReadParams, "process">, request: ProxyRequest): Promise<TypedAnswer<"proc/read"> | undefined> {
    const { result, bytesIn } = await readWaiting(this.#printed[stream], { ...params, waitMs: 0 }, request);
    if (bytesIn === 0) return undefined;
    this.#command.consumed(bytesIn);
    this.#next = other(stream);
    return { result: { stream, data: result.data, encoding: result.encoding, done: false }, bytesIn };
  }
}

function other(stream: Stream): Stream {
  return stream === "stdout" ? "stderr" : "stdout";
}

function exitFields({ ended, exitCode }: CommandExit): { readonly ended: CommandExit["ended"]; readonly exitCode?: number } {
  return { ended, ...(exitCode !== null && { exitCode }) };
}
