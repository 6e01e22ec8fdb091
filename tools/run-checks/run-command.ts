import { spawn } from "node:child_process";
import { constants } from "node:os";
import { join, resolve as resolvePath } from "node:path";

/** The root of the repository. */
export const root: string = join(import.meta.dirname, "../..");

/** How a command ended: its exit code (128 + number for a signal), and what it printed where that was kept. */
export interface CommandResult {
  readonly code: number;
  readonly output: string;
}

/** What a command is run with. */
export interface CommandOptions {
  /** Folder, absolute or relative to the root. Default: the root. */
  readonly cwd?: string;
  /** `keep` collects both streams, `show` hands them on as they come. Default: `keep`. */
  readonly output?: "keep" | "show";
  /** Wall-clock limit in seconds; past it the command is killed and counts as failed. Default: 300. */
  readonly seconds?: number;
}

const quiet = { OPENSPEC_TELEMETRY: "0", TURBO_TELEMETRY_DISABLED: "1", NO_UPDATE_NOTIFIER: "1" };

/** Runs a command with the repository's tools first on PATH. Never throws: a command that cannot start has code 127. */
export function runCommand(command: string, args: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const { cwd = ".", output = "keep", seconds = 300 } = options;
  const path = `${join(root, "node_modules/.bin")}:${process.env["PATH"] ?? ""}`;
  const child = spawn(command, args, {
    cwd: resolvePath(root, cwd),
    env: { ...process.env, ...quiet, PATH: path },
    stdio: ["ignore", output === "show" ? "inherit" : "pipe", output === "show" ? "inherit" : "pipe"],
    timeout: seconds * 1000,
  });
  const stop = (signal: NodeJS.Signals): void => void child.kill(signal);
  process.once("SIGINT", stop).once("SIGTERM", stop);
  const chunks: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    const finish = (code: number, note: string): void => {
      process.off("SIGINT", stop).off("SIGTERM", stop);
      resolve({ code, output: Buffer.concat(chunks).toString() + note });
    };
    child.once("error", (error) => finish(127, `\n${error.message}\n`));
    child.once("close", (code, signal) => {
      const note = signal === null ? "" : `\n${command} ended by ${signal}\n`;
      finish(signal === null ? (code ?? 1) : 128 + constants.signals[signal], note);
    });
  });
}
