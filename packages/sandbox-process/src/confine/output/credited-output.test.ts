import { CREDIT_BYTES } from "@ambit/api-types";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { CreditedOutput } from "./credited-output.ts";

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("reading stops at the credit, and goes on when some is consumed", async () => {
  const streams = [new PassThrough(), new PassThrough()];
  let taken = 0;
  const output = new CreditedOutput(streams, (piece) => (taken += piece.length));
  for (let index = 0; index < 20; index++) streams[index % 2]?.write(Buffer.alloc(65_536));
  await tick();
  expect(taken).toBeGreaterThanOrEqual(CREDIT_BYTES);
  expect(taken).toBeLessThan(CREDIT_BYTES + 2 * 65_536);
  const before = taken;
  output.consumed(1);
  await tick();
  output.consumed(before);
  await tick();
  expect(taken).toBeGreaterThan(before);
});

test("credit cannot be made up", () => {
  const output = new CreditedOutput([new PassThrough()], () => undefined);
  output.consumed(1e9);
  output.consumed(-1e9);
  expect(output.unconsumed).toBe(0);
});
