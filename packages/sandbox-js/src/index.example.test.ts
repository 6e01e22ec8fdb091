import { jsBackend } from "@ambit/sandbox-js";
import { expect, test } from "vitest";
import { createSandbox } from "./testing/created-sandbox.ts";

test("the README's example", async () => {
  const backend = jsBackend();
  const { sandbox, [Symbol.asyncDispose]: dispose } = await createSandbox(backend, { files: "export const tools = { hello: ({ name }) => `Hello, ${name}` };" });
  expect(await sandbox.call("tool/call", { tool: "hello", arguments: { name: "Ada" } })).toBe("Hello, Ada");
  await dispose();
  await backend.close();
});
