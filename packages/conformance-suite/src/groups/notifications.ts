import assert from "node:assert/strict";
import type { JsonValue } from "@ambit/api-types";
import { casesOf, type ConformanceCase } from "../sandbox/conformance-case.ts";
import { pending } from "../sandbox/pending.ts";
import { eventually, pause } from "../sandbox/within.ts";

const permissions = { events: [{ name: "ticket.column" }, { name: "ticket.closed" }] };

/** What the host tells a guest without waiting: events and timers. */
export const notificationCases: readonly ConformanceCase[] = casesOf("notifications", [
  {
    name: "events reach the guest in order, each once, with what they carry",
    about: ({ fixture }) => fixture.keepsState,
    async run({ start }) {
      const { sandbox, tool } = await start({ permissions });
      const told = Array.from({ length: 20 }, (_, index) => ({ event: index % 3 === 0 ? "ticket.closed" : "ticket.column", payload: { index, text: "é\n" } }));
      for (const event of told) sandbox.notify("event/deliver", event);
      const seen = async (): Promise<readonly JsonValue[]> => (await tool("events")) as readonly JsonValue[];
      await eventually(3000, "all events seen", async () => (await seen()).length >= told.length);
      assert.deepEqual(await seen(), told);
    },
  },
  {
    name: "an event reaches its instance alone",
    about: ({ fixture }) => fixture.keepsState,
    async run({ start }) {
      const [one, two] = [await start({ permissions }), await start({ permissions })];
      one.sandbox.notify("event/deliver", { event: "ticket.column", payload: 1 });
      await eventually(3000, "the event seen", async () => ((await one.tool("events")) as readonly JsonValue[]).length === 1);
      assert.deepEqual(await two.tool("events"), []);
    },
  },
  {
    name: "a timer that the guest set fires in the guest, between calls too",
    about: ({ fixture }) => fixture.keepsState,
    async run({ start }) {
      const { tool, host } = await start();
      assert.equal(await tool("startTimer", { ms: 20 }), true);
      assert.equal(await tool("timers"), 0);
      await pause(60);
      await eventually(3000, "the timer fired", async () => (await tool("timers")) === 1);
      assert.deepEqual(host.calls.map(({ method }) => method), ["timer/set"]);
    },
  },
  {
    name: "a notification of nothing known harms nothing",
    async run({ start }) {
      const { sandbox, tool } = await start();
      sandbox.notify("timer/fired", { timer: 12_345 });
      sandbox.notify("event/deliver", { event: "constructor", payload: null });
      sandbox.notify("no/such-notification", {});
      assert.equal(await tool("echo", { value: 1 }), 1);
    },
  },
  {
    name: "notifications during a call wait their turn, and none is lost",
    about: ({ fixture }) => fixture.keepsState,
    async run({ start }) {
      const { sandbox, tool, host } = await start({ permissions });
      const release = host.hold("kv/get");
      const waiting = pending(tool("hostCall", { method: "kv/get", params: { key: "k" } }));
      await eventually(3000, "the call", () => host.messages === 1);
      for (let payload = 0; payload < 5; payload++) sandbox.notify("event/deliver", { event: "ticket.column", payload });
      release();
      await waiting;
      await eventually(3000, "the events seen", async () => ((await tool("events")) as readonly JsonValue[]).length === 5);
    },
  },
]);
