import { type ChildProcess, spawn } from "node:child_process";
import { closeSync } from "node:fs";
import { constants } from "node:os";
import type { Readable } from "node:stream";
import { CommandOutput } from "./command-output.ts";
import { OutputPipes } from "./output-pipes.ts";
import { FIRST_NUMBER, NUMBER_VARIABLE, allProcesses, commandOf } from "./process-table.ts";
import { endProcesses } from "./process-tree.ts";
import type { ExecAnswer, ExecRequest, Failure, SupervisorTerms } from "./requests.ts";

/** Where a command's life is told. */
export interface CommandEvents {
  started(): void;
  /** False where a pause is wanted; it ends with {@link RunningCommand.resume}. */
  output(stream: "stdout" | "stderr", piece: Buffer): boolean;
  ended(answer: ExecAnswer): void;
  failed(failure: Failure): void;
}

/** The longest that a timer waits; one that is asked for more fires at once. */
const MOST_LIMIT_MILLIS = 2 ** 31 - 1;
const MOST_REMEMBERED = 10_000;

/** One command that runs. */
export interface RunningCommand {
  /** Ends it with all that it started. */
  cancel(): void;
  resume(): void;
}

/** Runs commands, each with a number that its processes carry. */
export class CommandRunner {
  readonly #prlimit: string;
  readonly #pipes: OutputPipes;
  readonly #tags = new Map<number, string>();
  readonly #running = new Map<number, () => void>();
  #last = FIRST_NUMBER;

  constructor({ prlimit, mkfifo }: SupervisorTerms) {
    this.#prlimit = prlimit;
    this.#pipes = new OutputPipes(mkfifo);
  }

  /** Starts a command; tells of it by events, the last of which is `ended` or `failed`. */
  run(request: ExecRequest, events: CommandEvents): RunningCommand {
    const number = ++this.#last;
    this.#remember(number, request.tag);
    const env = { ...process.env, ...request.env, AMBIT_TAG: request.tag, [NUMBER_VARIABLE]: String(number) };
    const words = [`--locks=${number}:${number}`, "--", "/bin/sh", "-c", request.command];
    const pipes = [this.#pipes.take(), this.#pipes.take()];
    try {
      const child = spawn(this.#prlimit, words, { cwd: request.cwd, env, stdio: ["ignore", ...pipes.map((pipe) => pipe?.writeEnd ?? ("pipe" as const))], detached: true });
      const streams = { stdout: pipes[0]?.stream ?? child.stdout, stderr: pipes[1]?.stream ?? child.stderr };
      return new Command(number, child, streams, request, events, this.#running);
    } catch (error) {
      // Some failures come at once: words that are more than a process can be started with, say.
      for (const pipe of pipes) pipe?.stream.destroy();
      setImmediate(() => events.failed(notBegun(error as NodeJS.ErrnoException)));
      return { cancel: () => undefined, resume: () => undefined };
    } finally {
      for (const pipe of pipes) if (pipe !== undefined) closeSync(pipe.writeEnd);
    }
  }

  /** Ends the commands with these tags, or all, with what they left behind; tells whether nothing of them is left. */
  async end(tags: readonly string[]): Promise<boolean> {
    const wanted = new Set(tags);
    const numbers = new Set([...this.#tags].filter(([, tag]) => wanted.has(tag)).map(([number]) => number));
    return this.endNumbers((number) => numbers.has(number));
  }

  /** Ends all commands whose number matches. */
  async endNumbers(matches: (number: number) => boolean): Promise<boolean> {
    for (const [number, stopping] of this.#running) if (matches(number)) stopping();
    return endProcesses((pid) => {
      const number = commandOf(pid);
      return number !== undefined && matches(number);
    });
  }

  /** Forgets commands of which no process is left, so that a long life needs no more memory than a short one. */
  #remember(number: number, tag: string): void {
    if (this.#tags.size >= MOST_REMEMBERED) {
      const alive = new Set(allProcesses().map(commandOf));
      for (const known of this.#tags.keys()) if (!alive.has(known) && !this.#running.has(known)) this.#tags.delete(known);
    }
    this.#tags.set(number, tag);
  }
}

/** Where a command's output comes out. */
interface OutputStreams {
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
}

class Command implements RunningCommand {
  readonly #number: number;
  readonly #events: CommandEvents;
  readonly #output: CommandOutput;
  readonly #running: Map<number, () => void>;
  #ending: "cancelled" | "time" | "killed" | undefined;
  #killing: Promise<boolean> | undefined;
  #started = false;
  readonly #timer: NodeJS.Timeout;

  constructor(number: number, child: ChildProcess, { stdout, stderr }: OutputStreams, request: ExecRequest, events: CommandEvents, running: Map<number, () => void>) {
    this.#number = number;
    this.#events = events;
    this.#running = running;
    this.#output = new CommandOutput(request.maxOutputBytes);
    this.#timer = setTimeout(() => this.#end("time"), Math.min(request.limitMs, MOST_LIMIT_MILLIS));
    // Whoever ends it by its tag means no failure of this call: it tells the signal, as for any other killed command.
    running.set(number, () => (this.#ending ??= "killed"));
    if (stdout !== null) this.#output.follow(stdout, (piece) => events.output("stdout", piece));
    if (stderr !== null) this.#output.follow(stderr, (piece) => events.output("stderr", piece));
    child.once("spawn", () => {
      this.#started = true;
      events.started();
    });
    child.once("error", (error) => this.#fail(error));
    child.once("exit", (code, signal) => void this.#exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  }

  cancel(): void {
    this.#end("cancelled");
  }

  resume(): void {
    this.#output.resume();
  }

  #end(why: "cancelled" | "time"): void {
    this.#ending ??= why;
    this.#killing ??= endProcesses((pid) => commandOf(pid) === this.#number);
  }

  async #exit(code: number): Promise<void> {
    clearTimeout(this.#timer);
    await this.#output.settle();
    this.#running.delete(this.#number);
    const clean = (await this.#killing) ?? true;
    const ours = this.#ending === "cancelled" || this.#ending === "time";
    this.#events.ended({ exitCode: ours ? null : code, truncated: this.#output.truncated, timedOut: this.#ending === "time", clean });
  }

  #fail(error: Error): void {
    // A signal that could not be sent is no reason to give up a command that runs.
    if (this.#started) return;
    clearTimeout(this.#timer);
    this.#running.delete(this.#number);
    this.#output.discard();
    this.#events.failed(notBegun(error));
  }
}

function notBegun({ code = "unknown" }: NodeJS.ErrnoException): Failure {
  return { reason: "command", message: code === "ENOENT" ? "The working directory is not there." : `The command could not be begun (${code}).` };
}
