import { AmbitError } from "@ambit/api-types";

/** How many calls to the host a module has left: `hostCalls` for each call into it, and as many for what it does between two of them. */
export class CallAllowance {
  readonly #limit: number;
  #active = 0;
  #left: number;

  constructor(limit: number) {
    this.#limit = limit;
    this.#left = limit;
  }

  /** A call into the module begins. */
  begin(): void {
    this.#left = this.#active === 0 ? this.#limit : this.#left + this.#limit;
    this.#active++;
  }

  /** It ended. */
  end(): void {
    this.#active--;
    if (this.#active === 0) this.#left = this.#limit;
  }

  /** Takes one call. @throws AmbitError `LIMIT_EXCEEDED` where none is left. */
  take(): void {
    if (this.#left === 0) throw new AmbitError("LIMIT_EXCEEDED", `The plugin made more than ${this.#limit} calls to the host.`, { limit: "hostCalls" });
    this.#left--;
  }
}
