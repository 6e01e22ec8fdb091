import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { CommandOutput } from "./command-output.ts";
import { FIRST_NUMBER, NUMBER_VARIABLE, allProcesses, commandOf } from "./process-table.ts";
import { endProcesses } from "./process-tree.ts";
import type { ExecAnswer, ExecRequest, Failure } from "./requests.ts";

/** Where a command's life is told. */
export interface CommandEvents {
  started(): void;
  /** False where a pause is wanted; it ends with {@link RunningCommand.resume}. */
  output(stream: "stdout" | "stderr", piece: Buffer): boolean;
  ended(answer: ExecAnswer): void;
  failed(failure: Failure): void;
}

/** Milliseconds that output may still come in after a command's end, from what it left behind. */
const LATE_OUTPUT_MILLIS = 150;
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
  readonly #tags = new Map<number, string>();
  readonly #running = new Map<number, () => void>();
  #last = FIRST_NUMBER;

  constructor(prlimit: string) {
    this.#prlimit = prlimit;
  }

  /** Starts a command; tells of it by events, the last of which is `ended` or `failed`. */
  run(request: ExecRequest, events: CommandEvents): RunningCommand {
    const number = ++this.#last;
    this.#remember(number, request.tag);
    const env = { ...process.env, ...request.env, AMBIT_TAG: request.tag, [NUMBER_VARIABLE]: String(number) };
    const child = spawn(this.#prlimit, [`--locks=${number}:${number}`, "--", "/bin/sh", "-c", request.command], { cwd: request.cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
    return new Command(number, child, request, events, this.#running);
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

class Command implements RunningCommand {
  readonly #number: number;
  readonly #events: CommandEvents;
  readonly #output: CommandOutput;
  readonly #running: Map<number, () => void>;
  #ending: "cancelled" | "time" | "killed" | undefined;
  #killing: Promise<boolean> | undefined;
  #started = false;
  readonly #timer: NodeJS.Timeout;

  constructor(number: number, child: ChildProcess, request: ExecRequest, events: CommandEvents, running: Map<number, () => void>) {
    this.#number = number;
    this.#events = events;
    this.#running = running;
    this.#output = new CommandOutput(request.maxOutputBytes);
    this.#timer = setTimeout(() => this.#end("time"), request.limitMs);
    // Whoever ends it by its tag means no failure of this call: it tells the signal, as for any other killed command.
    running.set(number, () => (this.#ending ??= "killed"));
    if (child.stdout !== null) this.#output.follow(child.stdout, (piece) => events.output("stdout", piece));
    if (child.stderr !== null) this.#output.follow(child.stderr, (piece) => events.output("stderr", piece));
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
    await this.#output.settle(LATE_OUTPUT_MILLIS);
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
    this.#events.failed({ reason: "command", message: (error as NodeJS.ErrnoException).code === "ENOENT" ? "The working directory is not there." : `The command could not be begun (${(error as NodeJS.ErrnoException).code ?? "unknown"}).` });
  }
}
