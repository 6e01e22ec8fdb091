import { type GuestPort, LOG_MESSAGE_BYTES } from "@ambit/api-types/guest";
import type { OutputStream } from "../preview1/stream/streams.ts";

/**
 * Takes a guest's standard error to the plugin's log, one message for each run of the guest's code. It keeps the start of what was
 * written and says when the rest was left out.
 */
export class ErrorLog implements OutputStream {
  readonly #port: GuestPort;
  readonly #kept: Buffer = Buffer.alloc(LOG_MESSAGE_BYTES);
  #length = 0;
  #dropped = 0;

  constructor(port: GuestPort) {
    this.#port = port;
  }

  write(source: Uint8Array, offset: number, length: number): void {
    const taken = Math.min(length, this.#kept.length - this.#length);
    this.#kept.set(source.subarray(offset, offset + taken), this.#length);
    this.#length += taken;
    this.#dropped += length - taken;
  }

  /** Logs what was written since the last time. */
  flush(): void {
    if (this.#length === 0) return;
    const text = this.#kept.toString("utf8", 0, this.#length).trimEnd();
    const message = this.#dropped === 0 ? text : `${text}\n(${this.#dropped} more bytes were left out)`;
    this.#length = 0;
    this.#dropped = 0;
    this.#port.send(JSON.stringify({ jsonrpc: "2.0", method: "log", params: { level: "info", message } }));
  }
}
