import type { DirectoryHandle } from "@ambit/directory-handles";
import type { WasmMemory } from "../../engine/web-assembly.ts";
import type { DescriptorMark } from "../descriptor/descriptor-table.ts";
import { preopenRights, right } from "../descriptor/rights.ts";
import { InputBytes } from "../stream/input-bytes.ts";
import { OutputBytes } from "../stream/output-bytes.ts";
import type { InputStream, OutputStream } from "../stream/streams.ts";
import { errorOfThrown } from "./error-of-thrown.ts";
import { guardedPreview1Functions } from "./guard-functions.ts";
import { HostState, type GuestEnd } from "./host-state.ts";
import type { Preview1Functions } from "./preview1-functions.ts";

/** A directory that is open from the start. */
export interface Preview1Preopen {
  /** Where the guest sees it, such as `/workspace`. */
  readonly guestPath: string;
  /** Stays open for its owner, whatever the guest closes; its access decides the guest's rights. */
  readonly directory: DirectoryHandle;
}

/** What a guest is given. All of it is empty unless said. */
export interface Preview1Options {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: InputStream;
  /** Default: nothing may be written. */
  readonly stdout?: OutputStream;
  readonly stderr?: OutputStream;
  readonly preopens?: readonly Preview1Preopen[];
}

/** How a run of the guest's code came to its end. */
export type RunOutcome = { readonly kind: "returned"; readonly value: unknown } | GuestEnd;

/** The module name under which preview1 is imported. */
export const preview1ModuleName = "wasi_snapshot_preview1";

/**
 * The host side of WASI preview1 for one instance. Nothing of the process it runs in is reachable through it: no environment, no
 * arguments, no standard streams, no path, no exit.
 */
export class Preview1Host implements Disposable {
  /** All 46 functions, for the module name `wasi_snapshot_preview1`. */
  readonly functions: Preview1Functions;
  readonly #state: HostState;
  readonly #directories: readonly DirectoryHandle[];
  readonly #first: readonly DescriptorMark[];

  constructor(options: Preview1Options = {}) {
    this.#state = new HostState(options.args ?? [], environment(options.env));
    this.functions = guardedPreview1Functions(this.#state);
    const { table } = this.#state;
    const streamRights = right.FD_FILESTAT_GET | right.POLL_FD_READWRITE;
    table.add({ kind: "input", stream: options.stdin ?? new InputBytes(), rights: right.FD_READ | streamRights, inheriting: 0, flags: 0 });
    for (const stream of [options.stdout, options.stderr]) {
      table.add({ kind: "output", stream: stream ?? new OutputBytes(0), rights: right.FD_WRITE | streamRights, inheriting: 0, flags: 0 });
    }
    const preopens = options.preopens ?? [];
    this.#directories = preopens.map(({ directory }) => directory);
    for (const preopen of preopens) this.#addPreopen(preopen);
    this.#first = table.marks();
  }

  /** Whether every descriptor is as it was at the start: nothing more is open, nothing closed, moved or restricted. */
  get hasFirstDescriptors(): boolean {
    const now = this.#state.table.marks();
    return now.length === this.#first.length && now.every((mark, index) => isSameMark(mark, this.#first[index]));
  }

  /** Takes the memory the instance exports. Before that every pointer is out of bounds. */
  attach(memory: WasmMemory): void {
    this.#state.memory.attach(memory);
  }

  /** When the call under way must be over, on the clock of `performance.now()`; milliseconds. Sleeping and yielding end the guest then. */
  set deadline(at: number) {
    this.#state.deadline = at;
  }

  /** How the guest ended by itself or by a limit; undefined while it may still run. */
  get ended(): GuestEnd | undefined {
    return this.#state.ended;
  }

  /** Runs guest code and tells how it ended: it returned, exited, trapped or met a limit. After anything but a return it never runs again. */
  run(code: () => unknown): RunOutcome {
    if (this.#state.ended !== undefined || this.#state.thrown !== undefined) return this.#fail(this.#state.thrown);
    try {
      const value = code();
      if (this.#state.thrown !== undefined) return this.#fail(this.#state.thrown);
      return { kind: "returned", value };
    } catch (thrown) {
      return this.#fail(this.#state.thrown ?? thrown);
    }
  }

  /** The same for guest code that may be suspended: it is over when its promise is. */
  async runSuspending(code: () => Promise<unknown>): Promise<RunOutcome> {
    if (this.#state.ended !== undefined || this.#state.thrown !== undefined) return this.#fail(this.#state.thrown);
    try {
      const value = await code();
      if (this.#state.thrown !== undefined) return this.#fail(this.#state.thrown);
      return { kind: "returned", value };
    } catch (thrown) {
      return this.#fail(this.#state.thrown ?? thrown);
    }
  }

  /** Closes every descriptor the guest holds; preopened directories stay with their owner. */
  close(): void {
    this.#state.release();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #addPreopen({ guestPath, directory }: Preview1Preopen): void {
    const { base, inheriting } = preopenRights(directory.access);
    this.#state.table.add({ kind: "directory", directory, rights: base, inheriting, flags: 0, preopenName: Buffer.from(guestPath), cursor: undefined });
  }

  /** How the guest ended: as was settled before, or by what was thrown. What it still holds is closed. */
  #fail(thrown: unknown): GuestEnd {
    const end = this.#state.ended ?? { kind: "error", error: errorOfThrown(thrown) };
    this.#state.fail(end);
    if (this.#state.thrown !== undefined) for (const directory of this.#directories) directory.settle();
    return end;
  }
}

function isSameMark(mark: DescriptorMark, first: DescriptorMark | undefined): boolean {
  return first !== undefined && mark.descriptor === first.descriptor && mark.rights === first.rights && mark.inheriting === first.inheriting && mark.flags === first.flags;
}

function environment(env: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(env).map(([name, value]) => `${name}=${value}`);
}
