import assert from "node:assert/strict";
import { casesOf, type ConformanceCase } from "../sandbox/conformance-case.ts";
import { expectError } from "../sandbox/expect-error.ts";
import { within } from "../sandbox/within.ts";

/** The end of a backend. */
export const closeCases: readonly ConformanceCase[] = casesOf("close", [
  {
    name: "a closed backend starts nothing, and may be closed again",
    async run({ another, spec }) {
      const backend = another();
      const first = await spec();
      const sandbox = await within(20_000, "create", backend.create(first.spec));
      assert.equal(await sandbox.call("tool/call", { tool: "echo", arguments: { value: 1 } }), 1);
      await sandbox.dispose();
      await within(5000, "close", backend.close());
      const second = await spec();
      await expectError(within(5000, "create", backend.create(second.spec)), "BACKEND_UNAVAILABLE", "INSTANCE_STOPPED");
      await within(5000, "a second close", backend.close());
    },
  },
  {
    name: "closing one backend leaves the instances of another alone",
    async run({ another, start }) {
      const { tool } = await start();
      await within(5000, "close", another().close());
      assert.equal(await tool("echo", { value: 1 }), 1);
    },
  },
]);
