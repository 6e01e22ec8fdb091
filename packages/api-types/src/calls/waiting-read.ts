import { z } from "zod";
import { CREDIT_BYTES } from "../limits/fixed-limits.ts";
import type { DataEncoding, FileReadResult } from "./file-calls.ts";
import { dataEncoding } from "./request-fields.ts";

/** How long a call that waits for something is to wait. */
export interface WaitParams {
  /** Milliseconds; default and most half of `callSeconds`. 0 asks what is there. */
  readonly waitMs?: number;
}

/** How a call that reads from a stream or a socket reads. */
export interface WaitingReadParams extends WaitParams {
  /** Most bytes of the answer; default and most 256 KiB. */
  readonly max?: number;
  /** Wanted form of the data; default `utf8`. Bytes that are no UTF-8 come as base64 all the same. */
  readonly encoding?: DataEncoding;
}

/** Answer of a call that reads from a stream or a socket. Empty data that is not `done`: nothing came while it waited. */
export interface WaitingReadResult extends FileReadResult {
  /** The other side has ended and nothing follows: the handle is gone. */
  readonly done: boolean;
}

/** The field of {@link WaitParams}. */
export const waitField: z.ZodType<number> = z.int().min(0).max(2 ** 31 - 1);

/** The fields of {@link WaitingReadParams}. */
export const waitingReadFields: Readonly<Record<keyof WaitingReadParams, z.ZodType>> = {
  max: z.int().min(1).max(CREDIT_BYTES).exactOptional(),
  encoding: dataEncoding.exactOptional(),
  waitMs: waitField.exactOptional(),
};

/** The shape of {@link WaitingReadResult}. */
export const waitingReadResult: z.ZodType<WaitingReadResult> = z.strictObject({ data: z.string(), encoding: dataEncoding, done: z.boolean() });
