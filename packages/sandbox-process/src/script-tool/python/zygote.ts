import { timerMillis } from "@ambit/api-types";
import type { ConfinedChild } from "../../confine/confined-child.ts";
import type { ConfinedOutcome } from "../../confine/run-confined.ts";

/** One script to run in a warm interpreter. */
export interface WarmOrder {
  /** Path in the view. */
  readonly script: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly stdin: string;
  readonly seconds: number;
  readonly outputBytes: number;
}

const kind = { stdout: 1, stderr: 2, exit: 3, ready: 4 } as const;
const HEAD_BYTES = 5;
const MOST_BYTES = 128 * 1024;
/** How much later than the interpreter's own clock the host's is. */
const LATE_MILLIS = 1000;
/** How long a call waits for the interpreter to tidy up. */
const TIDY_MILLIS = 500;
/** How long an interpreter may take to begin. */
const BEGIN_MILLIS = 20_000;
/** As a shell tells of a process that SIGKILL ended. */
const KILLED = 137;

interface Run {
  readonly order: WarmOrder;
  readonly pieces: { readonly 1: Buffer[]; readonly 2: Buffer[] };
  /** Bytes that may still come: what the interpreter drops itself is not relied on. */
  room: number;
  settle(outcome: ConfinedOutcome): void;
}

/** A warm interpreter in a confined child. What comes out of it is not trusted more than a script is. */
export class Zygote {
  readonly #child: ConfinedChild;
  #pending: Buffer = Buffer.alloc(0);
  #ready = false;
  #run: Run | undefined;
  #ending: "stopped" | "time" | undefined;
  /** Settles when nothing of it is left. */
  readonly ended: Promise<void>;
  #waiting: (() => void)[] = [];
  #tidies = false;
  #gone = false;
  readonly #beginning: NodeJS.Timeout;

  constructor(child: ConfinedChild) {
    this.#child = child;
    child.stderr.resume();
    this.#beginning = setTimeout(() => this.#end("stopped"), BEGIN_MILLIS);
    this.#beginning.unref();
    child.stdout.on("data", (piece: Buffer) => this.#read(piece));
    this.ended = child.exited.then(() => {
      clearTimeout(this.#beginning);
      this.#gone = true;
      this.#ready = false;
      this.#tidies = false;
      this.#wake();
      // A script can end the interpreter that it was forked from, as it can end itself.
      this.#finish(this.#ending === undefined ? { ended: "itself", exitCode: KILLED } : { ended: this.#ending, exitCode: null }, false);
    });
  }

  /** Whether it waits for a script, and may be ended without harm to one. */
  get isIdle(): boolean {
    return this.#ready;
  }

  /**
   * Takes it for one script. False where it is not free; one that only tidies up after another script is waited for, since that is
   * faster than to begin anew.
   */
  async claim(): Promise<boolean> {
    if (this.#tidies) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        timer = setTimeout(resolve, TIDY_MILLIS);
      });
      clearTimeout(timer);
      // One that does not come back is of no use to later calls either.
      if (this.#tidies) this.#end("stopped");
    }
    // Ready until somebody has it, so that two that waited do not both get it.
    const free = this.#ready;
    this.#ready = false;
    return free;
  }

  /** Runs the script that it was claimed for. Aborting ends the interpreter with it. */
  async run(order: WarmOrder, signal: AbortSignal | undefined): Promise<ConfinedOutcome> {
    const timer = setTimeout(() => this.#end("time"), timerMillis(order.seconds * 1000 + LATE_MILLIS));
    const abort = (): void => this.#end("stopped");
    signal?.addEventListener("abort", abort, { once: true });
    try {
      return await new Promise((settle) => {
        if (this.#gone) return settle({ ended: "itself", exitCode: KILLED, stdout: Buffer.alloc(0), stderr: Buffer.alloc(0), truncated: false });
        this.#run = { order, pieces: { 1: [], 2: [] }, room: 2 * order.outputBytes, settle };
        const words = Buffer.from(JSON.stringify(order));
        const head = Buffer.alloc(4);
        head.writeUInt32BE(words.length);
        this.#child.stdin.write(Buffer.concat([head, words]));
        if (signal?.aborted === true) abort();
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Ends it and what it runs. Done when nothing is left. */
  async stop(): Promise<void> {
    this.#end("stopped");
    await this.ended;
  }

  #wake(): void {
    for (const each of this.#waiting.splice(0)) each();
  }

  #end(why: "stopped" | "time"): void {
    this.#ending ??= why;
    void this.#child.stop();
  }

  #read(piece: Buffer): void {
    this.#pending = Buffer.concat([this.#pending, piece]);
    while (this.#pending.length >= HEAD_BYTES) {
      const length = this.#pending.readUInt32BE(1);
      if (length > MOST_BYTES) return this.#end("stopped");
      if (this.#pending.length < HEAD_BYTES + length) return;
      this.#take(this.#pending.readUInt8(0), this.#pending.subarray(HEAD_BYTES, HEAD_BYTES + length));
      this.#pending = this.#pending.subarray(HEAD_BYTES + length);
    }
  }

  #take(what: number, bytes: Buffer): void {
    if (what === kind.ready) {
      clearTimeout(this.#beginning);
      this.#ready = true;
      this.#tidies = false;
      return this.#wake();
    }
    const run = this.#run;
    if (run === undefined) return this.#end("stopped");
    if (what === kind.exit) return this.#exit(bytes);
    run.room -= bytes.length;
    if ((what !== kind.stdout && what !== kind.stderr) || run.room < 0) return this.#end("stopped");
    run.pieces[what].push(Buffer.from(bytes));
  }

  #exit(bytes: Buffer): void {
    const exit = readExit(bytes);
    if (exit === undefined) return this.#end("stopped");
    this.#tidies = true;
    const { exitCode, late, truncated } = exit;
    this.#finish(late ? { ended: "time", exitCode: null } : { ended: "itself", exitCode }, truncated);
  }

  #finish(exit: Pick<ConfinedOutcome, "ended" | "exitCode">, truncated: boolean): void {
    const run = this.#run;
    this.#run = undefined;
    run?.settle({ ...exit, stdout: Buffer.concat(run.pieces[1]), stderr: Buffer.concat(run.pieces[2]), truncated });
  }
}

function readExit(bytes: Buffer): { exitCode: number; late: boolean; truncated: boolean } | undefined {
  try {
    const { exitCode, late, truncated } = JSON.parse(bytes.toString()) as Record<string, unknown>;
    return { exitCode: Number.isInteger(exitCode) ? Number(exitCode) : 1, late: late === true, truncated: truncated === true };
  } catch {
    return undefined;
  }
}
