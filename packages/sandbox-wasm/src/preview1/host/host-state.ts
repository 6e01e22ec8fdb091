import type { AmbitError } from "@ambit/api-types";
import { DescriptorTable } from "../descriptor/descriptor-table.ts";
import { FineTimes } from "../fd/fine-times.ts";
import { GuestMemory } from "../memory/guest-memory.ts";
import { unwind } from "../proc/unwind.ts";
import { errorOfThrown } from "./error-of-thrown.ts";

/** How a guest ended while it ran: by itself with a code, or by the host with an error. */
export type GuestEnd = { readonly kind: "exit"; readonly code: number } | { readonly kind: "error"; readonly error: AmbitError };

/** What the functions of one guest share. */
export class HostState {
  readonly memory: GuestMemory = new GuestMemory();
  readonly table: DescriptorTable = new DescriptorTable();
  readonly fineTimes: FineTimes = new FineTimes();
  readonly args: readonly string[];
  readonly env: readonly string[];
  /** When the call under way must be over, on the clock of `performance.now()`; milliseconds. */
  deadline: number = Number.POSITIVE_INFINITY;
  /** What left a function of the host. From then on the guest gets no further, whatever it catches. */
  thrown: unknown;
  #end: GuestEnd | undefined;

  /** @param env Entries of the form `NAME=value`. */
  constructor(args: readonly string[], env: readonly string[]) {
    this.args = args;
    this.env = env;
  }

  /** How the guest ended, once it has. */
  get ended(): GuestEnd | undefined {
    return this.#end;
  }

  /** Ends the guest: its descriptors are closed, its memory is let go, and its stack is unwound. */
  end(how: GuestEnd): never {
    this.fail(how);
    return unwind();
  }

  /** Ends the guest because the host itself threw, unless it threw to end the guest. */
  endByThrown(thrown: unknown): never {
    if (this.#end !== undefined) throw thrown;
    return this.end({ kind: "error", error: errorOfThrown(thrown) });
  }

  /** Takes note that the guest failed on its own, as by a trap. */
  fail(how: GuestEnd): void {
    this.#end ??= how;
    this.release();
  }

  /** Closes what the guest holds. What it calls later finds nothing. */
  release(): void {
    this.table.closeAll();
    this.memory.detach();
  }
}
