import { type ExecResult, type ExecTerms, timerMillis } from "@ambit/api-types";
import { KeptOutput } from "@ambit/sandbox-process/provider-kit";
import { randomUUID } from "node:crypto";
import type { DockerEngine } from "../engine/docker-engine.ts";
import { commandScript, watchScript } from "./command-script.ts";
import { ContainerExec } from "./container-exec.ts";
import { type KillTarget, MARK_VARIABLE, killPatterns, markOf } from "./kill-script.ts";

/** Seconds that the limit inside comes after the provider's. */
const INNER_GRACE_SECONDS = 2;
/** Milliseconds for a command's tree to end before its whole instance is ended. */
const ENDING_MILLIS = 15_000;

/** What a command needs of its instance. */
export interface CommandPlace {
  readonly engine: DockerEngine;
  readonly container: string;
  readonly user: string | undefined;
  /** Ends what is meant, inside. */
  kill(target: KillTarget): Promise<void>;
  /** Ends the instance with everything in it. */
  stop(): Promise<void>;
}

/** Runs one command. Undefined: the instance does not run, and nothing was begun. */
export async function runCommand(place: CommandPlace, terms: ExecTerms, signal: AbortSignal, watch: (onOver: () => void) => () => void): Promise<ExecResult | "over" | undefined> {
  const command = randomUUID();
  const output = new KeptOutput(terms.maxOutputBytes);
  const env = Object.entries({ ...terms.env, [MARK_VARIABLE]: markOf(command, terms.tag) }).map(([name, value]) => `${name}=${value}`);
  const seconds = Math.ceil(terms.timeoutMs / 1000) + INNER_GRACE_SECONDS;
  const [pattern = ""] = killPatterns({ command });
  const words = ["/bin/sh", "-c", commandScript, "ambit", terms.command, String(seconds), pattern, watchScript];
  const exec = await ContainerExec.start(place.engine, place.container, { words, env, cwd: terms.cwd ?? "/workspace", user: place.user }, (stream, piece) => output.take(stream, piece), signal);
  if (exec === undefined) return undefined;
  const ending = new Ending(place, command);
  const timer = setTimeout(() => ending.begin("time"), timerMillis(terms.timeoutMs));
  const abort = (): void => ending.begin("aborted");
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  const unwatch = watch(() => ending.begin("over"));
  try {
    const exitCode = await exec.ended().catch((error: unknown) => {
      // An instance that was ended for this command's sake is no failure of it.
      if (ending.why === undefined) throw error;
      return null;
    });
    await ending.done;
    if (ending.why === "over") return "over";
    return { exitCode: ending.why === undefined ? exitCode : null, timedOut: ending.why === "time", ...output.kept(false) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
    unwatch();
  }
}

/** The end of a command before its own. */
class Ending {
  readonly #place: CommandPlace;
  readonly #command: string;
  why: "time" | "aborted" | "over" | undefined;
  done: Promise<void> = Promise.resolve();

  constructor(place: CommandPlace, command: string) {
    this.#place = place;
    this.#command = command;
  }

  begin(why: "time" | "aborted" | "over"): void {
    if (this.why !== undefined) return;
    this.why = why;
    this.done = this.#end();
  }

  async #end(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(new Error("It does not end.")), ENDING_MILLIS)));
    try {
      await Promise.race([this.#place.kill({ command: this.#command }), late]);
    } catch {
      await this.#place.stop();
    } finally {
      clearTimeout(timer);
    }
  }
}
