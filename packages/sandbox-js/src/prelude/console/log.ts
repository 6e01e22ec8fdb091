import type { LogLevel } from "@ambit/api-types";
import { errorText } from "../runner/error-text.ts";
import type { Wire } from "../wire/wire.ts";

/** Writes to the plugin's log. A message that is too long is cut here, so that it does not cross for nothing. */
export class Log {
  readonly #wire: Wire;
  readonly #units: number;

  constructor(wire: Wire, units: number) {
    this.#wire = wire;
    this.#units = units;
  }

  write(level: LogLevel, message: string): void {
    const cut = message.length > this.#units ? `${message.slice(0, this.#units - 1)}…` : message;
    this.#wire.notify("log", { level, message: cut });
  }

  /** Writes what was thrown, with the plugin's stack. */
  failure(what: string, thrown: unknown): void {
    this.write("error", `${what}: ${errorText(thrown).full}`);
  }
}
