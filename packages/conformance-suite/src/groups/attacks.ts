import assert from "node:assert/strict";
import { runInNewContext } from "node:vm";
import { AmbitError, type ErrorCode, type JsonValue, type Sandbox } from "@ambit/api-types";
import { costlyCode, deepCode, hungryCode } from "../attacks/costly-code.ts";
import { endlessCode } from "../attacks/endless-code.ts";
import { shiftingCode, shiftingInterfaces, spoilingCode } from "../attacks/shifting-code.ts";
import { waysOut } from "../attacks/ways-out.ts";
import { casesOf, type ConformanceCase, type ConformanceGroup, type Subject } from "../sandbox/conformance-case.ts";
import { expectError } from "../sandbox/expect-error.ts";
import type { Running, Stage, StartOptions } from "../sandbox/stage.ts";
import { within } from "../sandbox/within.ts";

const isJs = ({ fixture }: Subject): boolean => fixture.kind === "js";

/** Milliseconds within which an attack must be over, whatever its limits were. */
const OVER_MS = 15_000;

/** Makes a case of each entry of a table of code. */
function table(group: ConformanceGroup, code: Readonly<Record<string, string>>, name: (what: string) => string, run: (stage: Stage, code: string) => Promise<void>): readonly ConformanceCase[] {
  return casesOf(group, Object.entries(code).map(([what, one]) => ({ name: name(what), about: isJs, run: (stage: Stage) => run(stage, one) })));
}

/** Runs an attack with a neighbour beside it, which must be well afterwards. */
async function beside(stage: Stage, limits: StartOptions["limits"], attack: (attacker: Running) => Promise<void>): Promise<void> {
  const neighbour = await stage.start();
  await attack(await stage.start({ ...(limits !== undefined && { limits }) }));
  await mustBeWell(stage, neighbour);
}

/** Where instances share a thread, one that had to go with it is not ill: it says so, and the next one is well. */
async function mustBeWell(stage: Stage, neighbour: Running): Promise<void> {
  const well = (running: Running): Promise<JsonValue> => within(5000, "a neighbour's call", running.tool("echo", { value: "well" }));
  const answer = await well(neighbour).catch((error: unknown) => error);
  const wentAlong = stage.backend.supports.sharesThreads === true && AmbitError.isInstance(answer) && answer.code === "INSTANCE_STOPPED";
  if (!wentAlong) return assert.equal(answer, "well");
  assert.equal((await within(5000, "exited", neighbour.sandbox.exited)).kind, "evicted");
  assert.equal(await well(await stage.start()), "well");
}

async function mustBeKilled(sandbox: Sandbox): Promise<void> {
  assert.equal((await within(OVER_MS, "exited", sandbox.exited)).kind, "killed");
}

const endlessCases = table("endless code", endlessCode, (what) => `${what} is ended at its limit, and a neighbour is well`, (stage, code) =>
  beside(stage, { cpuMillis: 150 }, async ({ tool, sandbox }) => {
    await expectError(within(OVER_MS, "the call", tool("attack", { code })), "LIMIT_EXCEEDED");
    await mustBeKilled(sandbox);
  }));

/** What an attack may come to that an engine can be quick enough for, or stop by an error of its own. */
const COSTLY_ENDS: readonly ErrorCode[] = ["LIMIT_EXCEEDED", "GUEST_ERROR", "GUEST_TRAPPED", "INSTANCE_STOPPED"];

const costlyCases = table("costly code", costlyCode, (what) => `${what} is over in time, and a neighbour is well`, (stage, code) =>
  beside(stage, { cpuMillis: 500, callSeconds: 2, memoryMb: 64 }, async ({ tool }) => {
    const end = await within(OVER_MS, "the call", tool("attack", { code }).catch((error: unknown) => error));
    assert.ok(typeof end === "number" || (AmbitError.isInstance(end) && COSTLY_ENDS.includes(end.code)), `it came to ${String(end)}`);
  }));

const hungryCases = table("costly code", hungryCode, (what) => `${what} without end meet a limit, the host's memory does not follow, and a neighbour is well`, (stage, code) =>
  beside(stage, { memoryMb: 32, cpuMillis: 5000, callSeconds: 8 }, async ({ tool, sandbox }) => {
    const before = process.memoryUsage().rss;
    await expectError(within(OVER_MS, "the call", tool("attack", { code })), "LIMIT_EXCEEDED");
    await mustBeKilled(sandbox);
    assert.ok(process.memoryUsage().rss - before < 256 * 2 ** 20, "the host's memory grew with the guest's");
  }));

const DEEP_ENDS: readonly ErrorCode[] = ["GUEST_STACK_OVERFLOW", "GUEST_ERROR", "MESSAGE_TOO_DEEP", "GUEST_TRAPPED", "LIMIT_EXCEEDED"];

const deepCases = table("deep code", deepCode, (what) => `${what} ends in an error, and a neighbour is well`, (stage, code) =>
  beside(stage, { cpuMillis: 3000, callSeconds: 8 }, async ({ tool }) => {
    await expectError(within(OVER_MS, "the call", tool("attack", { code })), ...DEEP_ENDS);
  }));

/** What code comes to by the language's own rules, as the engine of this process has them. */
async function byTheRules(code: string): Promise<JsonValue> {
  const text = `(async () => { try { return ["value", await (async () => { ${code} })() ?? null]; } catch (error) { return ["throws", error.name]; } })()`;
  return JSON.parse(JSON.stringify(await (runInNewContext(text) as Promise<unknown>))) as JsonValue;
}

/** What each entry of a table comes to in one instance, which must be alive after each. */
async function outcomes({ start }: Stage, code: Readonly<Record<string, string>>): Promise<Readonly<Record<string, JsonValue>>> {
  const { tool } = await start({ limits: { hostCalls: 1000 } });
  const found: Record<string, JsonValue> = {};
  for (const [what, one] of Object.entries(code)) {
    found[what] = await tool("outcome", { code: one }).catch((error: unknown) => ["ended", String(error)]);
    assert.equal(await tool("echo", { value: what }), what, `the instance is not well after ${what}`);
  }
  return found;
}

const shiftingCases = casesOf("shifting code", [
  {
    name: "code that changes what a built-in works on comes to what the language says",
    about: isJs,
    async run(stage) {
      const expected = await Promise.all(Object.entries(shiftingCode).map(async ([what, one]) => [what, await byTheRules(one)] as const));
      assert.deepEqual(await outcomes(stage, shiftingCode), Object.fromEntries(expected));
    },
  },
  {
    name: "code that changes what an interface of the sandbox works on harms nothing",
    about: isJs,
    async run(stage) {
      for (const [what, end] of Object.entries(await outcomes(stage, shiftingInterfaces))) assert.match(String((end as readonly JsonValue[])[0]), /^(value|throws)$/, what);
    },
  },
]);

const spoilingCases = table("spoiled built-ins", spoilingCode, (what) => `a guest that has replaced ${what} still answers, asks and fails as before`, async ({ start }, code) => {
  const { tool, host } = await start();
  host.state.kv.set("k", 42);
  await tool("attack", { code });
  assert.deepEqual(await tool("echo", { value: [1, "x"] }), [1, "x"]);
  const { code: failed } = await expectError(tool("throws", { message: "own failure" }), "GUEST_ERROR");
  assert.equal(failed, "GUEST_ERROR");
  await expectError(tool("rethrows", { method: "no/such", params: {} }), "METHOD_NOT_FOUND", "GUEST_ERROR");
  // What left the guest was messages, each of them whole.
  assert.equal(host.calls.filter(({ method }) => method === "").length, 0);
});

/** Ways out of the realm: part of the isolation that every backend owes. */
export const wayOutCases: readonly ConformanceCase[] = casesOf("isolation", [
  {
    name: "nothing that plugin code is given leads to another realm or to anything of the host",
    about: isJs,
    async run({ start }) {
      // It looks at much, and is not about how long that takes.
      const { tool } = await start({ limits: { callSeconds: 30, cpuMillis: 10_000 } });
      const found: Record<string, JsonValue> = {};
      for (const [what, code] of Object.entries(waysOut)) {
        const led = (await tool("leads", { code })) as readonly JsonValue[];
        if (led.length > 0) found[what] = led;
      }
      assert.deepEqual(found, {});
    },
  },
]);

/** Attacks of plugin code on the engine that runs it, on its limits and on what surrounds it. */
export const attackCases: readonly ConformanceCase[] = [...endlessCases, ...costlyCases, ...hungryCases, ...deepCases, ...shiftingCases, ...spoilingCases];
