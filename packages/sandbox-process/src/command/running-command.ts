import { AmbitError, CREDIT_BYTES } from "@ambit/api-types";
import type { ConfinedChild, ConfinedExit } from "../confine/confined-child.ts";
import { CreditedOutput } from "../confine/output/credited-output.ts";

/** Hears what a command prints. */
export interface CommandListener {
  /** A piece of output; give its bytes back by {@link RunningCommand.consumed}. */
  output(stream: "stdout" | "stderr", piece: Buffer): void;
}

/** One command that runs. */
export class RunningCommand {
  /** Settles once, when nothing of it is left. */
  readonly exited: Promise<ConfinedExit>;
  readonly #child: ConfinedChild;
  readonly #output: CreditedOutput;

  constructor(child: ConfinedChild, listener: CommandListener) {
    this.#child = child;
    this.exited = child.exited;
    this.#output = new CreditedOutput([child.stdout, child.stderr], (piece, stream) => listener.output(stream === 0 ? "stdout" : "stderr", piece));
  }

  /** Says that so many bytes of output have been dealt with, so that more may come. */
  consumed(bytes: number): void {
    this.#output.consumed(bytes);
  }

  /**
   * Writes to its standard input.
   *
   * @throws AmbitError `LIMIT_EXCEEDED` where it has too much unread, `UNKNOWN_HANDLE` where its input is closed.
   */
  write(bytes: Uint8Array): void {
    const { stdin } = this.#child;
    if (!stdin.writable) throw new AmbitError("UNKNOWN_HANDLE", "The command's input is closed.");
    if (stdin.writableLength + bytes.length > CREDIT_BYTES) throw new AmbitError("LIMIT_EXCEEDED", `More than ${CREDIT_BYTES} bytes wait for the command to read them.`, { limit: "streams" });
    stdin.write(bytes);
  }

  /** Ends its standard input. */
  closeInput(): void {
    this.#child.stdin.end();
  }

  /** Ends it and all that it started. Done when nothing is left. */
  async kill(): Promise<void> {
    await this.#child.stop();
  }
}
