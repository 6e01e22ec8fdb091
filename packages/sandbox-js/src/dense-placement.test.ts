import { densePlacement } from "@ambit/worker-host";
import { afterAll, expect, test } from "vitest";
import { jsBackend } from "./js-backend.ts";
import { createSandbox } from "./testing/created-sandbox.ts";

const backend = jsBackend({ placement: densePlacement() });
afterAll(() => backend.close());

const counting = { files: `let count = 0; export const tools = { count: () => ++count };` };
const looping = { files: `export const tools = { loop: () => { for (;;); } };`, limits: { callSeconds: 1, cpuMillis: 10_000 } };

test("a loop is ended at its deadline, and its neighbours go on in the same thread with their state", async () => {
  await using neighbour = await createSandbox(backend, counting);
  await using attacker = await createSandbox(backend, looping);
  expect(await neighbour.tool("count")).toBe(1);
  await expect(attacker.tool("loop")).rejects.toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "callSeconds" } });
  expect(await neighbour.tool("count")).toBe(2);
});

test("a caller who disposes of a looping plugin does not wait for its deadline, and its neighbours keep their state", async () => {
  await using neighbour = await createSandbox(backend, counting);
  const attacker = await createSandbox(backend, { ...looping, limits: { callSeconds: 30, cpuMillis: 10_000 } });
  expect(await neighbour.tool("count")).toBe(1);
  const ended = expect(attacker.tool("loop")).rejects.toMatchObject({ code: "INSTANCE_STOPPED" });
  await attacker.sandbox.dispose();
  await ended;
  expect(await neighbour.tool("count")).toBe(2);
});

test("two plugins share a thread and nothing else: neither globals nor built-ins", async () => {
  await using one = await createSandbox(backend, { files: `export const tools = { spoil: () => { globalThis.mine = 1; Array.prototype.map = () => "spoilt"; return [1].map((x) => x); } };` });
  await using two = await createSandbox(backend, { files: `export const tools = { look: () => [typeof globalThis.mine, ...[1].map((x) => x)] };` });
  expect(await one.tool("spoil")).toBe("spoilt");
  expect(await two.tool("look")).toEqual(["undefined", 1]);
});
