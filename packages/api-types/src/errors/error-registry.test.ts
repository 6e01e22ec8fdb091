import { expect, test } from "vitest";
import { errorCodes, errorRegistry, isErrorCode } from "./error-registry.ts";

// JSON-RPC's own numbers, and those of the protocol.
const numbers = [-32_700, -32_600, -32_601, -32_602, -32_603, -32_000, -32_003, -32_004, -32_005, -32_006, -32_007, -32_010];

test.each(errorCodes)("%s has a number of the protocol, says what happened and what to do", (code) => {
  const { number, summary, remedy } = errorRegistry[code];
  expect(numbers).toContain(number);
  expect(code).toMatch(/^[A-Z][A-Z0-9_]{2,63}$/);
  for (const sentence of [summary, remedy]) expect(sentence).toMatch(/^[A-Z].{9,}\.$/);
});

test("refusals, failures, limits and unknown handles keep their numbers", () => {
  const { PERMISSION_DENIED, NETWORK_FAILED, LIMIT_EXCEEDED, UNKNOWN_HANDLE, INSTANCE_STOPPED, REFUSED } = errorRegistry;
  expect([PERMISSION_DENIED, NETWORK_FAILED, LIMIT_EXCEEDED, UNKNOWN_HANDLE, INSTANCE_STOPPED, REFUSED].map((entry) => entry.number)).toEqual([-32_003, -32_004, -32_005, -32_006, -32_007, -32_010]);
});

test("only codes of the registry are codes: no inherited name, no other value", () => {
  expect(isErrorCode("PERMISSION_DENIED")).toBe(true);
  for (const value of ["toString", "__proto__", "constructor", "permission_denied", "", 1, null, undefined, ["REFUSED"]]) expect(isErrorCode(value)).toBe(false);
});
