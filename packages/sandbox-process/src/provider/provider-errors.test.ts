import { readFileSync, writeFileSync } from "node:fs";
import { AmbitError, SandboxGoneError } from "@ambit/api-types";
import { expect, test } from "vitest";
import { providerErrors } from "./provider-errors.ts";

const thrown = (work: () => unknown): Promise<unknown> => providerErrors(async () => work()).then(() => undefined, (error: unknown) => error);

test("what the system says of the host's files stays in the cause", async () => {
  const error = await thrown(() => readFileSync("/nonexistent/of-the-host"));
  expect(error).toMatchObject({ code: "SANDBOX_FAILED", cause: { code: "ENOENT" } });
  expect((error as Error).message).not.toContain("of-the-host");
});

test("a full disk is told as one", async () => {
  expect(await thrown(() => writeFileSync("/dev/full", "a"))).toMatchObject({ code: "SANDBOX_FAILED", message: expect.stringContaining("disk of the host is full") });
});

test("errors of the contract are handed on", async () => {
  for (const error of [new SandboxGoneError("Gone."), new AmbitError("REFUSED", "No.")]) expect(await thrown(() => Promise.reject(error))).toBe(error);
});
