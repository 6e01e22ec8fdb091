import type { ErrorCode, JournalOutcome } from "@ambit/api-types";

/** What is told of one connection, once it is over or refused. */
export interface GateRecord {
  /** The host. */
  readonly target: string;
  readonly outcome: JournalOutcome;
  readonly code?: ErrorCode;
  /** Bytes that came from the server. */
  readonly bytesIn: number;
  /** Bytes that the child sent. */
  readonly bytesOut: number;
  /** Duration, milliseconds. */
  readonly ms: number;
}

/** Counts what one connection carries. */
export class ByteCount {
  bytesIn = 0;
  bytesOut = 0;
  readonly #startedAt = performance.now();

  record(target: string, outcome: JournalOutcome, code?: ErrorCode): GateRecord {
    return { target, outcome, ...(code !== undefined && { code }), bytesIn: this.bytesIn, bytesOut: this.bytesOut, ms: performance.now() - this.#startedAt };
  }
}
