import { AmbitError, CREDIT_BYTES, type CommandOrder, type HostCommand } from "@ambit/api-types";
import type { ConfinedChild, ConfinedExit } from "../confine/confined-child.ts";
import { CreditedOutput } from "../confine/output/credited-output.ts";

/** One command that runs. */
export class RunningCommand implements HostCommand {
  /** Settles once, when nothing of it is left. */
  readonly exited: Promise<ConfinedExit>;
  readonly finished: Promise<ConfinedExit>;
  readonly #child: ConfinedChild;
  readonly #output: CreditedOutput;

  constructor(child: ConfinedChild, output: CommandOrder["output"]) {
    this.#child = child;
    this.exited = child.exited;
    this.#output = new CreditedOutput([child.stdout, child.stderr], (piece, stream) => output(stream === 0 ? "stdout" : "stderr", piece));
    this.finished = Promise.all([child.exited, this.#output.ended]).then(([exit]) => exit);
  }

  consumed(bytes: number): void {
    this.#output.consumed(bytes);
  }

  write(bytes: Uint8Array): number {
    const { stdin } = this.#child;
    if (!stdin.writable) throw new AmbitError("UNKNOWN_HANDLE", "The command's input is closed.");
    if (stdin.writableLength + bytes.length > CREDIT_BYTES) throw new AmbitError("LIMIT_EXCEEDED", `More than ${CREDIT_BYTES} bytes wait for the command to read them.`, { limit: "credit" });
    stdin.write(bytes);
    return stdin.writableLength;
  }

  closeInput(): void {
    this.#child.stdin.end();
  }

  /** What it printed and nobody took is dropped. */
  async kill(): Promise<void> {
    await this.#child.stop();
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream.destroy();
  }
}
