import { type GuestInit, type GuestPort } from "@ambit/api-types/guest";
import type { WasmModule } from "../engine/web-assembly.ts";
import type { RunOutcome } from "../preview1/host/preview1-host.ts";
import { ErrorLog } from "./error-log.ts";
import { GuestInstance } from "./guest-instance.ts";
import { LineInput } from "./line-input.ts";
import { LineOutput } from "./line-output.ts";
import type { OpenPreopens } from "./open-preopens.ts";
import { wasmRun } from "./wasm-run.ts";

/** What the instances of one reactor are made of. */
export interface TurnParts {
  readonly module: WasmModule;
  readonly turnExport: string;
  readonly init: GuestInit;
  readonly port: GuestPort;
  readonly folders: OpenPreopens;
}

/** One instance of a reactor: takes a message, runs a turn, hands on each line that it prints. */
export class TurnInstance {
  readonly guest: GuestInstance;
  readonly #input: LineInput = new LineInput();
  readonly #log: ErrorLog;
  readonly #turnExport: string;
  readonly #seconds: number;

  /** @param onLine Takes each line of its standard output. */
  constructor({ module, turnExport, init, port, folders }: TurnParts, onLine: (line: string) => void) {
    this.#log = new ErrorLog(port);
    this.#seconds = init.policy.limits.callSeconds;
    this.#turnExport = turnExport;
    this.guest = new GuestInstance(module, port, {
      args: [init.plugin.id],
      env: wasmRun(init).env ?? {},
      stdin: this.#input,
      stdout: new LineOutput(onLine),
      stderr: this.#log,
      preopens: folders.preopens,
    });
  }

  /** Whether it has read all that it was given. */
  get hasReadAll(): boolean {
    return this.#input.available === 0;
  }

  /** Runs one of its exports, such as `_initialize`. */
  run(exportName: string): RunOutcome {
    const outcome = this.guest.run(exportName, this.#seconds);
    this.#log.flush();
    return outcome;
  }

  /** Gives it a message and runs a turn. */
  turn(message: string): RunOutcome {
    this.#input.push(message);
    return this.run(this.#turnExport);
  }

  close(): void {
    this.guest.close();
  }
}
