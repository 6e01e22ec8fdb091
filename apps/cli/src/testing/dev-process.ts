import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { checkout, mainFile } from "./ambit-program.ts";

/** One line of `ambit dev --json`. */
export type DevLine = Readonly<Record<string, unknown>>;

/** A running `ambit dev --json`. */
export class DevProcess {
  readonly lines: DevLine[] = [];
  readonly ended: Promise<number | null>;
  readonly #child: ChildProcess;
  #heard: () => void = () => {};

  constructor(folder: string, ...options: readonly string[]) {
    this.#child = spawn(process.execPath, ["--conditions=@ambit/source", mainFile, "dev", folder, "--json", ...options], { cwd: checkout, stdio: ["pipe", "pipe", "ignore"] });
    this.ended = new Promise((resolve) => this.#child.on("close", resolve));
    if (this.#child.stdout === null) throw new Error("The child has no output.");
    createInterface({ input: this.#child.stdout }).on("line", (line) => {
      this.lines.push(JSON.parse(line) as DevLine);
      this.#heard();
    });
    void this.ended.then(() => this.#heard());
    onTestFinished(() => void this.#child.kill("SIGKILL"));
  }

  /** Types a line. */
  type(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  /** Waits for a line after the first `from` ones that a test looks for. */
  async next(isIt: (line: DevLine) => boolean, from: number = 0): Promise<DevLine> {
    for (;;) {
      const found = this.lines.slice(from).find(isIt);
      if (found !== undefined) return found;
      if (this.#child.exitCode !== null) throw new Error(`It ended: ${JSON.stringify(this.lines)}`);
      await new Promise<void>((resolve) => (this.#heard = resolve));
    }
  }

  /** Runs a tool and gives its result, or the code of its error. */
  async call(line: string): Promise<unknown> {
    const from = this.lines.length;
    this.type(line);
    const answer = await this.next((one) => "result" in one || "error" in one, from);
    return answer["result"] ?? (answer["error"] as { data: { code: string } }).data.code;
  }

  stop(): Promise<number | null> {
    this.#child.kill("SIGINT");
    return this.ended;
  }
}
