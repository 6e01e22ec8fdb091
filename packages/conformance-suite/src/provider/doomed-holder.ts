import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { SandboxHandle } from "@ambit/api-types";
import { within } from "../sandbox/within.ts";
import type { DoomedOrder, DoomedReport } from "./doomed-order.ts";
import type { ProviderGround } from "./provider-ground.ts";

const BEGIN_MILLIS = 60_000;
const script: string = fileURLToPath(import.meta.resolve("@ambit/conformance-suite/doomed-main"));

/** A process that opened a provider, runs a command, and is going to be killed. */
export class DoomedHolder {
  readonly instance: SandboxHandle;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, instance: SandboxHandle) {
    this.#process = process;
    this.instance = instance;
  }

  /** Starts it, and waits until its command runs. */
  static async start(elsewhere: ProviderGround["elsewhere"], order: DoomedOrder): Promise<DoomedHolder> {
    const words = [...conditions(), script, elsewhere.module, elsewhere.argument, JSON.stringify(order)];
    const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
    const report = new Promise<DoomedReport>((resolve, reject) => {
      let text = "";
      child.stdout.on("data", (piece: Buffer) => {
        text += piece.toString();
        if (text.includes("\n")) resolve(JSON.parse(text) as DoomedReport);
      });
      child.once("exit", () => reject(new Error(`The process that was to be killed ended by itself: ${text}`)));
    });
    try {
      return new DoomedHolder(child, (await within(BEGIN_MILLIS, "a command in another process", report)).instance);
    } catch (error) {
      child.kill("SIGKILL");
      throw error;
    }
  }

  /** Kills it as nothing can be answered, and waits for its end. */
  async kill(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.kill("SIGKILL");
    await ended;
  }
}

/** How this process finds the packages, so that the other one finds the same: the option has its value in one word or in the next. */
function conditions(): string[] {
  return process.execArgv.filter((word, at) => word.startsWith("--conditions") || process.execArgv[at - 1] === "--conditions");
}
