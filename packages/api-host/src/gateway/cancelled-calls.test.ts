import type { CapabilityProxy } from "@ambit/api-types";
import { expect, test } from "vitest";
import { GatewayRig } from "../testing/gateway-rig.ts";

/** A proxy that never ends by itself, and what its signals said. */
function endless(): { readonly proxy: CapabilityProxy; readonly ended: string[] } {
  const ended: string[] = [];
  const run: CapabilityProxy["run"] = ({ params, signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => {
        ended.push((params as { key: string }).key);
        reject(signal.reason as Error);
      });
    });
  return { proxy: { method: "kv/get", run }, ended };
}

const request = (id: number | string, key: string): string => JSON.stringify({ jsonrpc: "2.0", id, method: "kv/get", params: { key } });
const cancel = (params: unknown): string => JSON.stringify({ jsonrpc: "2.0", method: "call/cancel", params });

test("a guest that gives up on a call ends it on the host, and no other", async () => {
  const { proxy, ended } = endless();
  const rig = new GatewayRig({ proxies: [proxy] });
  const [first, second] = [rig.send(request(1, "a")), rig.send(request(2, "b"))];
  expect(await rig.send(cancel({ id: 2 }))).toBeUndefined();
  expect(await second).toMatchObject({ id: 2, error: { data: { code: "CALL_CANCELLED" } } });
  expect(ended).toEqual(["b"]);
  expect(await rig.records()).toMatchObject([{ method: "kv/get", outcome: "failed", code: "CALL_CANCELLED" }]);
  await rig.send(cancel({ id: 1 }));
  expect(await first).toMatchObject({ id: 1, error: { data: { code: "CALL_CANCELLED" } } });
});

test("giving up on nothing, or in another form, changes nothing and is not journaled", async () => {
  const rig = new GatewayRig();
  for (const params of [{ id: 7 }, { id: "1" }, {}, null, { id: 1, more: 1 }]) expect(await rig.send(cancel(params))).toBeUndefined();
  expect(await rig.records()).toEqual([]);
  expect(await rig.call("call/cancel", { id: 1 })).toBe("METHOD_NOT_FOUND");
});

test("who is past the budget may still give up", async () => {
  const { proxy, ended } = endless();
  const rig = new GatewayRig({ proxies: [proxy], manifest: { limits: { hostCalls: 1 } } });
  const waiting = rig.send(request(1, "a"));
  await rig.send(cancel({ id: 1 }));
  await waiting;
  expect(ended).toEqual(["a"]);
});
