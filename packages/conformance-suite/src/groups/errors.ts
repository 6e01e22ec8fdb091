import assert from "node:assert/strict";
import { homedir } from "node:os";
import { casesOf, type ConformanceCase } from "../sandbox/conformance-case.ts";
import { expectError } from "../sandbox/expect-error.ts";
import { runFileOf } from "../sandbox/stage.ts";

/** Errors and their codes. */
export const errorCases: readonly ConformanceCase[] = casesOf("errors", [
  {
    name: "a plugin's own failure is GUEST_ERROR with the plugin's words, and the instance lives",
    async run({ start }) {
      const { tool } = await start();
      const error = await expectError(tool("throws", { message: "the moon is down: ∅" }), "GUEST_ERROR");
      assert.match(error.message, /the moon is down: ∅/);
      assert.equal(await tool("echo", { value: 1 }), 1);
    },
  },
  {
    name: "a registered code that the guest ends in reaches the caller",
    async run({ start }) {
      const { tool } = await start();
      const error = await expectError(tool("throws", { message: "no", code: "REFUSED" }), "REFUSED");
      assert.equal(error.number, -32010);
    },
  },
  {
    name: "a code that is not registered becomes GUEST_ERROR",
    async run({ start }) {
      const { tool } = await start();
      for (const code of ["MADE_UP", "constructor", "__proto__", ""]) await expectError(tool("throws", { message: "no", code }), "GUEST_ERROR");
    },
  },
  {
    name: "what a host call was refused with can end the tool",
    async run({ start }) {
      const { tool } = await start();
      await expectError(tool("rethrows", { method: "fs/read", params: { root: "workspace", path: "a" } }), "PERMISSION_DENIED");
    },
  },
  {
    name: "a very long message is cut",
    async run({ start }) {
      const { tool } = await start();
      const error = await expectError(tool("throws", { message: "m".repeat(200_000) }), "GUEST_ERROR");
      assert.ok(error.message.length <= 4096, `${error.message.length} characters`);
    },
  },
  {
    name: "an exit is GUEST_EXITED with its exit code",
    about: ({ fixture }) => fixture.wasi,
    async run({ start, fixture }) {
      const { tool } = await start();
      const error = await expectError(tool("exits", { code: 3 }), "GUEST_EXITED");
      // The component model tells failure from success, and nothing more.
      assert.equal(error.details.exitCode, fixture.kind === "wasm:component" ? 1 : 3);
    },
  },
  {
    name: "a reactor that exits, even in peace, is gone",
    about: ({ fixture }) => fixture.wasi && fixture.keepsState,
    async run({ start }) {
      const { tool, sandbox } = await start();
      await expectError(tool("exits", { code: 0 }), "GUEST_EXITED");
      assert.equal((await sandbox.exited).kind, "ended");
      await expectError(tool("echo", { value: 1 }), "INSTANCE_STOPPED", "GUEST_EXITED");
    },
  },
  {
    name: "a trap is GUEST_TRAPPED",
    about: ({ fixture }) => fixture.wasi,
    async run({ start }) {
      const { tool } = await start();
      await expectError(tool("traps"), "GUEST_TRAPPED");
    },
  },
  {
    name: "a trapped reactor is never used again",
    about: ({ fixture }) => fixture.wasi && fixture.keepsState,
    async run({ start }) {
      const { tool, sandbox } = await start();
      await expectError(tool("traps"), "GUEST_TRAPPED");
      assert.match((await sandbox.exited).kind, /^(crashed|killed|ended)$/);
      await expectError(tool("echo", { value: 1 }), "INSTANCE_STOPPED", "GUEST_TRAPPED");
    },
  },
  {
    name: "a command that failed, exited or trapped is started afresh for the next call",
    about: ({ fixture }) => !fixture.keepsState,
    async run({ start }) {
      const { tool } = await start();
      await expectError(tool("throws", { message: "no" }), "GUEST_ERROR");
      assert.equal(await tool("echo", { value: 1 }), 1);
      await expectError(tool("exits", { code: 9 }), "GUEST_EXITED");
      assert.equal(await tool("echo", { value: 2 }), 2);
      await expectError(tool("traps"), "GUEST_TRAPPED");
      assert.equal(await tool("echo", { value: 3 }), 3);
    },
  },
  {
    name: "no error tells of the host: no path, no frame of its code",
    async run({ start }) {
      const { tool, sandbox, spec } = await start();
      const ends = [tool("throws", { message: "mine" }), sandbox.call("no/such", {}), tool("recurse"), tool("echo", { value: 1 })];
      for (const end of await Promise.allSettled(ends)) {
        if (end.status === "fulfilled") continue;
        const { message, details } = await expectError(Promise.reject(end.reason), "GUEST_ERROR", "METHOD_NOT_FOUND", "GUEST_EXITED", "GUEST_STACK_OVERFLOW", "GUEST_TRAPPED", "INSTANCE_STOPPED");
        const shown = message + JSON.stringify(details);
        for (const secret of [runFileOf(spec), spec.bundleDir, process.cwd(), homedir(), "node:internal", "node_modules", "file://"]) {
          assert.ok(!shown.includes(secret), `the error tells of ${secret}: ${shown}`);
        }
      }
    },
  },
]);
