import type { Readable } from "node:stream";
import { OUTPUT_UNITS } from "../channel/channel-bounds.ts";

/** Keeps the last few lines of streams that nobody should write to, and drops the rest. */
export class CapturedOutput {
  #text = "";

  capture(stream: Readable): void {
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => {
      this.#text = (this.#text + text.slice(-OUTPUT_UNITS)).slice(-OUTPUT_UNITS);
    });
  }

  text(): string {
    return this.#text;
  }
}
