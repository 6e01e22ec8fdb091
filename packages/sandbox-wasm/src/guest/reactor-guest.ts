import { AmbitError, type Guest, type GuestInit, type GuestPort } from "@ambit/api-types/guest";
import type { WasmModule } from "../engine/web-assembly.ts";
import type { RunOutcome } from "../preview1/host/preview1-host.ts";
import { endError } from "./end-error.ts";
import { ErrorLog } from "./error-log.ts";
import { GuestInstance } from "./guest-instance.ts";
import { LineInput } from "./line-input.ts";
import { LineOutput } from "./line-output.ts";
import { turnExportNames } from "./module-form.ts";
import type { OpenPreopens } from "./open-preopens.ts";

/** A module in reactor form: one instance, whose state lives from turn to turn. Each message from the host is one turn. */
export class ReactorGuest implements Guest {
  readonly #port: GuestPort;
  readonly #folders: OpenPreopens;
  readonly #input: LineInput = new LineInput();
  readonly #log: ErrorLog;
  readonly #instance: GuestInstance;
  readonly #turnExport: string;
  readonly #seconds: number;

  constructor(module: WasmModule, exportNames: readonly string[], init: GuestInit, port: GuestPort, folders: OpenPreopens) {
    this.#port = port;
    this.#folders = folders;
    this.#log = new ErrorLog(port);
    this.#seconds = init.policy.limits.callSeconds;
    this.#turnExport = turnExportNames.find((name) => exportNames.includes(name)) ?? "";
    this.#instance = new GuestInstance(module, port, {
      args: [init.plugin.id],
      stdin: this.#input,
      stdout: new LineOutput((line) => port.send(line)),
      stderr: this.#log,
      preopens: folders.preopens,
    });
    this.#settle(this.#instance.run("_initialize", this.#seconds));
  }

  receive(message: string): void {
    this.#input.push(message);
    this.#settle(this.#instance.run(this.#turnExport, this.#seconds));
  }

  memoryBytes(): number {
    return this.#instance.memoryBytes;
  }

  dispose(): void {
    this.#instance.close();
    this.#folders.close();
  }

  /** An instance that did anything but return is never used again. */
  #settle(outcome: RunOutcome): void {
    this.#log.flush();
    if (outcome.kind === "returned") return;
    this.#port.fail(endError(outcome) ?? new AmbitError("GUEST_EXITED", "The plugin ended itself.", { exitCode: 0 }));
  }
}
