import type { ConnectionRecord, ErrorCode, JournalOutcome } from "@ambit/api-types";

/** Counts what one connection carries. */
export class ByteCount {
  bytesIn = 0;
  bytesOut = 0;
  readonly #startedAt = performance.now();

  record(target: string, outcome: JournalOutcome, code?: ErrorCode): ConnectionRecord {
    return { target, outcome, ...(code !== undefined && { code }), bytesIn: this.bytesIn, bytesOut: this.bytesOut, ms: performance.now() - this.#startedAt };
  }
}
