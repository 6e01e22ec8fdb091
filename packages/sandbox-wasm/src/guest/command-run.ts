import type { GuestInit, GuestPort, JsonValue } from "@ambit/api-types/guest";
import type { WasmModule } from "../engine/web-assembly.ts";
import type { RunOutcome } from "../preview1/host/preview1-host.ts";
import { InputBytes } from "../preview1/stream/input-bytes.ts";
import { OutputBytes } from "../preview1/stream/output-bytes.ts";
import { commandAnswer } from "./command-answer.ts";
import { commandWords } from "./command-words.ts";
import { ErrorLog } from "./error-log.ts";
import { GuestInstance } from "./guest-instance.ts";
import type { OpenPreopens } from "./open-preopens.ts";
import { wasmRun } from "./wasm-run.ts";

/** What the runs of one command are made of. */
export interface CommandParts {
  readonly module: WasmModule;
  readonly init: GuestInit;
  readonly port: GuestPort;
  readonly folders: OpenPreopens;
  /** Its runs may be suspended. */
  readonly suspends: boolean;
}

/** One run of a command for one tool call: its instance, and what its output comes to. */
export class CommandRun {
  readonly guest: GuestInstance;
  readonly #stdout: OutputBytes;
  readonly #stderr: ErrorLog;

  /** @throws AmbitError for arguments that no command could take, or a module that cannot be instantiated. */
  constructor({ module, init, port, folders, suspends }: CommandParts, params: JsonValue) {
    const { args, env } = wasmRun(init);
    this.#stdout = new OutputBytes(init.policy.limits.scriptOutputBytes);
    this.#stderr = new ErrorLog(port);
    const gifts = {
      args: [init.plugin.id, ...commandWords(args, params)],
      env: env ?? {},
      stdin: new InputBytes(Buffer.from(JSON.stringify(params))),
      stdout: this.#stdout,
      stderr: this.#stderr,
      preopens: folders.preopens,
    };
    this.guest = new GuestInstance(module, port, gifts, suspends);
  }

  /** The result of the call. @throws AmbitError what the run ended in. */
  answer(outcome: RunOutcome): JsonValue {
    return commandAnswer(outcome, this.#stdout.text);
  }

  close(): void {
    this.guest.close();
    this.#stderr.flush();
  }
}
