import { AmbitError, type JsonObject, type JsonValue, TIMERS_AT_ONCE } from "@ambit/api-types";
import { expect, test } from "vitest";
import { type StartedGuest, startGuest } from "../../testing/started-guest.ts";

/** A guest whose timers run on this thread's own. */
async function withTimers(source: string): Promise<StartedGuest> {
  const live = new Map<number, NodeJS.Timeout>();
  const started = Promise.withResolvers<StartedGuest>();
  const answer = (method: string, params: JsonObject): JsonValue => {
    if (method === "timer/cancel") {
      clearInterval(live.get(Number(params["timer"])));
      return { cancelled: live.delete(Number(params["timer"])) };
    }
    if (method !== "timer/set") throw new AmbitError("PERMISSION_DENIED", "No.");
    const timer = live.size + 1;
    const fire = (): void => void started.promise.then((guest) => guest.notify("timer/fired", { timer }));
    live.set(timer, params["repeat"] === true ? setInterval(fire, Number(params["ms"])) : setTimeout(fire, Number(params["ms"])));
    return { timer };
  };
  const guest = await startGuest({ files: source, answer });
  started.resolve(guest);
  return guest;
}

test("setTimeout runs its callback once with its values, setInterval again and again until it is cleared", async () => {
  await using guest = await withTimers(`export const tools = { run: () => new Promise((resolve) => {
    const got = [];
    setTimeout((...values) => got.push(values), 10, "a", "b");
    const id = setInterval(() => { got.push("tick"); if (got.length === 4) { clearInterval(id); resolve(got); } }, 15);
  }) };`);
  expect(await guest.tool("run")).toEqual([["a", "b"], "tick", "tick", "tick"]);
});

test("a timer that is cleared before the host has answered never runs, and the host is told", async () => {
  await using guest = await withTimers(`let ran = false; export const tools = {
    clear() { clearTimeout(setTimeout(() => { ran = true; }, 0)); clearTimeout(99); clearTimeout("x"); clearTimeout(); },
    ran: async (_args, ctx) => { await ctx.timers.sleep(30); return ran; },
  };`);
  await guest.tool("clear");
  expect(await guest.tool("ran")).toBe(false);
  expect(guest.sent.map((request) => request.method)).toEqual(["timer/set", "timer/set", "timer/cancel"]);
});

test("a callback that throws is logged and does not keep others from their turn", async () => {
  await using guest = await withTimers(`export const tools = { run: () => new Promise((resolve) => {
    setTimeout(() => { throw new Error("in a timer"); }, 10);
    setTimeout(resolve, 20, "on");
  }) };`);
  expect(await guest.tool("run")).toBe("on");
  expect(guest.logs.map((line) => line.message)).toEqual([expect.stringMatching(/^Timer failed: Error: in a timer\n {4}at .*run\.js:2:/)]);
});

test("one timer too many throws LIMIT_EXCEEDED at once", async () => {
  await using guest = await withTimers(`export const tools = { run() {
    const ids = Array.from({ length: ${TIMERS_AT_ONCE} }, () => setTimeout(() => {}, 60_000));
    try { setTimeout(() => {}, 1); } catch (error) { return [error.code, error.details.limit]; } finally { ids.forEach(clearTimeout); }
  } };`);
  expect(await guest.tool("run")).toEqual(["LIMIT_EXCEEDED", "timers"]);
});

test("odd delays are raised or lowered to what the host takes, and a callback must be a function", async () => {
  await using guest = await withTimers(`export const tools = { run() {
    for (const ms of [undefined, -5, NaN, "12", 1e12, Infinity]) clearTimeout(setTimeout(() => {}, ms));
    try { setTimeout("code"); } catch (error) { return error.name; }
  } };`);
  expect(await guest.tool("run")).toBe("TypeError");
  const asked = guest.sent.filter((request) => request.method === "timer/set").map((request) => (request.params as JsonObject)["ms"]);
  expect(asked).toEqual([0, 0, 0, 12, 2 ** 31 - 1, 2 ** 31 - 1]);
});

test("a timer that fires before its name is known still runs", async () => {
  const started = Promise.withResolvers<StartedGuest>();
  const answer = async (): Promise<JsonValue> => {
    (await started.promise).notify("timer/fired", { timer: 5 });
    return { timer: 5 };
  };
  await using guest = await startGuest({ files: `export const tools = { run: () => new Promise((resolve) => setTimeout(resolve, 10, "early")) };`, answer });
  started.resolve(guest);
  expect(await guest.tool("run")).toBe("early");
});
