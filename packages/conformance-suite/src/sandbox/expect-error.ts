import assert from "node:assert/strict";
import { AmbitError, type ErrorCode, errorRegistry } from "@ambit/api-types";

/** Waits for a promise to reject, and gives what it rejected with. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  throw new assert.AssertionError({ message: `it should have failed, and gave ${JSON.stringify(value)?.slice(0, 200)}` });
}

/**
 * Checks that a promise rejects with an `AmbitError` of one of the codes, whose number is the registry's.
 *
 * @returns The error, for further checks.
 */
export async function expectError(promise: Promise<unknown>, ...codes: readonly ErrorCode[]): Promise<AmbitError> {
  const error = await rejection(promise);
  assert.ok(AmbitError.isInstance(error), `an AmbitError was due, not ${String(error)}`);
  assert.ok(codes.includes(error.code), `${codes.join(" or ")} was due, not ${error.code}: ${error.message}`);
  if (error.details.httpStatus === undefined) assert.equal(error.number, errorRegistry[error.code].number);
  return error;
}

/** Checks that a promise rejects with `LIMIT_EXCEEDED` that names the limit. */
export async function expectLimit(promise: Promise<unknown>, limit: string): Promise<AmbitError> {
  const error = await expectError(promise, "LIMIT_EXCEEDED");
  assert.equal(error.details.limit, limit, `the limit named in: ${error.message}`);
  return error;
}
