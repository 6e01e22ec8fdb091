import { AmbitError, type ExecArgs, type ExecResult, type ExecTerms, timerMillis } from "@ambit/api-types";
import { answerSchemas } from "../link/read-answer.ts";
import type { LinkRequest, SupervisorLink } from "../link/supervisor-link.ts";
import type { Failure } from "../supervisor/requests.ts";
import { failureError, instanceEnded } from "./ask-supervisor.ts";
import { type DiskGuard, pastDisk } from "./disk-guard.ts";
import { KeptOutput } from "./kept-output.ts";

/** Milliseconds that the limit inside comes after the host's. */
const INNER_GRACE_MILLIS = 2000;
/** Milliseconds for a supervisor to end a command's tree before its instance is ended. */
const ENDING_MILLIS = 8000;

/** Runs one command in an instance that runs. */
export function runCommand(link: SupervisorLink, terms: ExecTerms, signal: ExecArgs["signal"], guard: DiskGuard | undefined): Promise<ExecResult> {
  return new CommandCall(link, terms, signal, guard).result;
}

class CommandCall {
  readonly result: Promise<ExecResult>;
  readonly #resolve: (result: ExecResult) => void;
  readonly #reject: (error: unknown) => void;
  readonly #link: SupervisorLink;
  readonly #signal: AbortSignal;
  readonly #output: KeptOutput;
  readonly #request: LinkRequest;
  #ending: "aborted" | "time" | "disk" | undefined;
  #started = false;
  #room: number;
  #force: NodeJS.Timeout | undefined;

  constructor(link: SupervisorLink, terms: ExecTerms, signal: AbortSignal, guard: DiskGuard | undefined) {
    const { promise, resolve, reject } = Promise.withResolvers<ExecResult>();
    this.#resolve = resolve;
    this.#reject = reject;
    this.#link = link;
    this.#signal = signal;
    this.#output = new KeptOutput(terms.maxOutputBytes);
    this.#room = terms.maxOutputBytes;
    this.#request = link.request(
      { op: "exec", command: terms.command, cwd: terms.cwd ?? "/workspace", env: terms.env ?? {}, tag: terms.tag, limitMs: terms.timeoutMs + INNER_GRACE_MILLIS, maxOutputBytes: terms.maxOutputBytes },
      {
        started: () => this.#begun(),
        stdout: (piece) => this.#take("stdout", piece),
        stderr: (piece) => this.#take("stderr", piece),
        done: (answer) => this.#done(answer),
        failed: (failure) => this.#failed(failure),
        lost: () => this.#lost(),
      },
    );
    const timer = setTimeout(() => this.#end("time"), timerMillis(terms.timeoutMs));
    const abort = (): void => this.#end("aborted");
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    const unwatch = guard?.watch(() => this.#end("disk"));
    this.result = promise.finally(() => {
      clearTimeout(timer);
      clearTimeout(this.#force);
      signal.removeEventListener("abort", abort);
      unwatch?.();
    });
  }

  #begun(): void {
    if (this.#started) void this.#link.stop();
    this.#started = true;
  }

  /** A supervisor sends no more than was asked for; what sends more is a command in its place. */
  #take(stream: "stdout" | "stderr", piece: Buffer): void {
    this.#room -= piece.length;
    if (this.#room < 0) void this.#link.stop();
    else this.#output.take(stream, piece);
  }

  /** Asks for the command's end; where that does not come, ends the instance with everything in it. */
  #end(why: "aborted" | "time" | "disk"): void {
    this.#ending ??= why;
    this.#request.cancel();
    this.#force ??= setTimeout(() => void this.#link.stop(), ENDING_MILLIS);
  }

  #done(value: unknown): void {
    const read = answerSchemas.exec.safeParse(value);
    if (!read.success) {
      void this.#link.stop();
      return this.#reject(instanceEnded());
    }
    const { exitCode, truncated, timedOut, clean } = read.data;
    // Something of it runs on and cannot be ended from inside: then only the end of everything is left.
    if (!clean) void this.#link.stop();
    if (exitCode !== null) return this.#resolve({ exitCode, timedOut: false, ...this.#output.kept(truncated) });
    if (this.#ending === "disk") return this.#reject(pastDisk());
    this.#resolve({ exitCode: null, timedOut: this.#ending === "time" || (this.#ending === undefined && timedOut), ...this.#output.kept(truncated) });
  }

  #failed(failure: Failure): void {
    this.#reject(this.#ending === "aborted" ? this.#signal.reason : failureError(failure));
  }

  #lost(): void {
    // That it began may not have been told any more; that its time was over is known here.
    if (this.#ending === "time" || (this.#started && this.#ending === "aborted")) return this.#resolve({ exitCode: null, timedOut: this.#ending === "time", ...this.#output.kept(false) });
    this.#reject(this.#ending === "aborted" ? this.#signal.reason : this.#ending === "disk" ? pastDisk() : instanceEnded());
  }
}

/** @throws AmbitError `INVALID_PARAMS` for a command whose words are more than a process can be started with. */
export function checkCommandSize(terms: ExecTerms): void {
  const bytes = Buffer.byteLength(JSON.stringify([terms.command, terms.cwd, terms.env]));
  if (bytes > MOST_COMMAND_BYTES) throw new AmbitError("INVALID_PARAMS", `Command and env have ${bytes} bytes together, of at most ${MOST_COMMAND_BYTES}. Write the data to a file first.`);
}

const MOST_COMMAND_BYTES = 512 * 1024;
