import assert from "node:assert/strict";
import { casesOf, type ConformanceCase, type Subject } from "../sandbox/conformance-case.ts";

const remembers = ({ supports, fixture }: Subject): boolean => supports.keepsState && fixture.keepsState;

/** What an instance remembers. */
export const stateCases: readonly ConformanceCase[] = casesOf("state", [
  {
    name: "state lives from call to call",
    about: remembers,
    async run({ start }) {
      const { tool } = await start();
      assert.deepEqual([await tool("state"), await tool("state"), await tool("state")], [1, 2, 3]);
    },
  },
  {
    name: "state lives on when a call has failed",
    about: remembers,
    async run({ start }) {
      const { tool } = await start();
      await tool("state");
      await assert.rejects(tool("throws", { message: "no" }));
      assert.equal(await tool("state"), 2);
    },
  },
  {
    name: "no state lives from call to call where none is kept",
    about: (subject) => !remembers(subject),
    async run({ start }) {
      const { tool } = await start();
      assert.deepEqual([await tool("state"), await tool("state"), await tool("state")], [1, 1, 1]);
    },
  },
  {
    name: "a new instance remembers nothing of an ended one",
    async run({ start }) {
      const first = await start();
      await first.tool("state");
      await first.tool("state");
      await first.sandbox.dispose();
      const second = await start();
      assert.equal(await second.tool("state"), 1);
    },
  },
]);
