import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestHost } from "@ambit/test-host";

test("it greets, and counts", async () => {
  await using host = await createTestHost(import.meta.dirname);
  assert.deepEqual(await host.call("greet", { name: "Ada" }), { text: "Hello, Ada!", greetings: 1 });
  assert.deepEqual(await host.call("greet", { name: "Bob" }), { text: "Hello, Bob!", greetings: 2 });
});
