import assert from "node:assert/strict";
import { casesOf, type ConformanceCase } from "../sandbox/conformance-case.ts";
import { expectError } from "../sandbox/expect-error.ts";
import { pending } from "../sandbox/pending.ts";
import { pause, within } from "../sandbox/within.ts";

/** How an instance begins and ends. */
export const lifecycleCases: readonly ConformanceCase[] = casesOf("lifecycle", [
  {
    name: "the backend says what it is and that it can run here",
    async run({ backend }) {
      assert.equal(backend.specificationVersion, 1);
      assert.match(backend.name, /^[a-z][a-z0-9-]{0,31}$/);
      assert.deepEqual(await backend.isAvailable(), { available: true });
    },
  },
  {
    name: "an instance answers as soon as create has given it",
    async run({ start }) {
      const { tool, sandbox } = await start();
      assert.equal(await tool("add", { a: 2, b: 3 }), 5);
      assert.equal(await Promise.race([sandbox.exited, pause(20).then(() => "running")]), "running");
    },
  },
  {
    name: "dispose ends it, and exited says that its owner did",
    async run({ start }) {
      const { sandbox } = await start();
      await within(5000, "dispose", sandbox.dispose());
      const exit = await within(1000, "exited", sandbox.exited);
      assert.equal(exit.kind, "disposed");
    },
  },
  {
    name: "exited is one promise and settles once",
    async run({ start }) {
      const { sandbox } = await start();
      const first = sandbox.exited;
      await sandbox.dispose();
      const [early, late] = await within(1000, "exited", Promise.all([first, sandbox.exited]));
      assert.equal(early, late);
    },
  },
  {
    name: "dispose may be called again, also while it is under way",
    async run({ start }) {
      const { sandbox } = await start();
      await within(5000, "both", Promise.all([sandbox.dispose(), sandbox.dispose()]));
      await within(1000, "a third", sandbox.dispose());
      assert.equal((await sandbox.exited).kind, "disposed");
    },
  },
  {
    name: "a call after the end is INSTANCE_STOPPED, a notification is ignored",
    async run({ start }) {
      const { sandbox, tool } = await start();
      await sandbox.dispose();
      await expectError(tool("echo", { value: 1 }), "INSTANCE_STOPPED");
      sandbox.notify("event/deliver", { event: "ticket.column", payload: 1 });
      await expectError(tool("echo", { value: 2 }), "INSTANCE_STOPPED");
    },
  },
  {
    name: "dispose ends the calls under way in INSTANCE_STOPPED",
    async run({ start }) {
      const { sandbox, tool, host } = await start();
      const release = host.hold("kv/get");
      const waiting = pending(tool("hostCall", { method: "kv/get", params: { key: "k" } }));
      await Promise.all([expectError(waiting, "INSTANCE_STOPPED"), within(5000, "dispose", sandbox.dispose())]);
      release();
    },
  },
  {
    name: "dispose ends a guest that loops",
    async run({ start }) {
      const { sandbox, tool } = await start({ limits: { callSeconds: 30, cpuMillis: 10_000 } });
      const looping = pending(expectError(tool("spin"), "INSTANCE_STOPPED"));
      await pause(100);
      await within(3000, "dispose", sandbox.dispose());
      await within(1000, "the call", looping);
    },
  },
  {
    name: "nothing of an instance reaches its host after dispose",
    async run({ start }) {
      const { sandbox, tool, host } = await start({ limits: { callSeconds: 30, cpuMillis: 10_000, hostCalls: 1000 } });
      const flooding = pending(expectError(tool("flood", { kind: "calls" }), "INSTANCE_STOPPED", "LIMIT_EXCEEDED"));
      await pause(50);
      await within(5000, "dispose", sandbox.dispose());
      await flooding;
      const came = host.messages;
      await pause(100);
      assert.equal(host.messages, came);
    },
  },
  {
    name: "an instance that a limit ended says so, and is never used again",
    async run({ start }) {
      const { sandbox, tool } = await start({ limits: { cpuMillis: 400 } });
      await expectError(tool("spin"), "LIMIT_EXCEEDED");
      const exit = await within(2000, "exited", sandbox.exited);
      assert.equal(exit.kind, "killed");
      await expectError(Promise.reject(exit.error), "LIMIT_EXCEEDED");
      await expectError(tool("echo", { value: 1 }), "INSTANCE_STOPPED", "LIMIT_EXCEEDED");
    },
  },
  {
    name: "many instances start and end one after another",
    async run({ start }) {
      for (let i = 0; i < 6; i++) {
        const { sandbox, tool } = await start();
        assert.equal(await tool("echo", { value: i }), i);
        await sandbox.dispose();
      }
    },
  },
]);
