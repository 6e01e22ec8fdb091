import assert from "node:assert/strict";
import { errorRegistry, isErrorCode, type JsonObject, type JsonValue } from "@ambit/api-types";
import { casesOf, type ConformanceCase } from "../sandbox/conformance-case.ts";
import type { Running } from "../sandbox/stage.ts";

/** What a call ended in: its code and number, or nothing. */
async function endOf(running: Running, method: string, params: JsonObject): Promise<unknown> {
  const report = (await running.tool("hostCall", { method, params })) as { readonly ok: boolean; readonly code?: string; readonly number?: number | null; readonly result?: JsonValue };
  return report.ok ? report.result : [report.code, report.number ?? numberOf(report.code)];
}

/** What a guest that is told codes alone would have been told. */
function numberOf(code: string | undefined): number | undefined {
  return code !== undefined && isErrorCode(code) ? errorRegistry[code].number : undefined;
}

const denied = ["PERMISSION_DENIED", -32003];

/** Calls that an application defines: they pass where those of the table do, and are judged as they are. */
export const applicationCallCases: readonly ConformanceCase[] = casesOf("application calls", [
  {
    name: "a call of a granted capability is answered, and so is one of what it implies",
    async run({ start }) {
      const running = await start({ permissions: { capabilities: [{ name: "board:write" }] } });
      assert.deepEqual(await endOf(running, "board/put", { id: "a", text: "línea 日本語" }), {});
      assert.deepEqual(await endOf(running, "board/get", { id: "a" }), { text: "línea 日本語" });
      assert.deepEqual(running.host.calls.map(({ method, code }) => [method, code]), [["board/put", undefined], ["board/get", undefined]]);
    },
  },
  {
    name: "a forged call of a capability that was not granted is PERMISSION_DENIED, and the instance lives",
    async run({ start }) {
      const reader = await start({ permissions: { capabilities: [{ name: "board:read" }] } });
      assert.deepEqual(await endOf(reader, "board/put", { id: "a", text: "x" }), denied);
      assert.deepEqual(await endOf(reader, "board/get", { id: "a" }), { text: null });
      const none = await start();
      for (const method of ["board/get", "board/put"]) assert.deepEqual(await endOf(none, method, method === "board/get" ? { id: "a" } : { id: "a", text: "x" }), denied);
      assert.equal(await none.tool("echo", { value: 1 }), 1);
    },
  },
  {
    name: "an application's call keeps the errors that it ends in, and its parameters are held to its schema",
    async run({ start }) {
      const running = await start({ permissions: { capabilities: [{ name: "board:write" }] } });
      assert.deepEqual(await endOf(running, "board/get", { id: "closed" }), ["REFUSED", -32010]);
      assert.deepEqual(await endOf(running, "board/get", { id: "a", more: 1 }), ["INVALID_PARAMS", -32602]);
      assert.deepEqual(await endOf(running, "board/remove", { id: "a" }), ["METHOD_NOT_FOUND", -32601]);
      assert.equal(await running.tool("echo", { value: 1 }), 1);
    },
  },
  {
    name: "an application's calls count against hostCalls as all others do",
    async run({ start }) {
      const running = await start({ permissions: { capabilities: [{ name: "board:read" }] }, limits: { hostCalls: 3 } });
      const reports = (await running.tool("manyHostCalls", { count: 5, method: "board/get", params: { id: "a" } })) as readonly { readonly ok: boolean; readonly limit?: string }[];
      assert.deepEqual(reports.map(({ ok, limit }) => (ok ? "answered" : limit)), ["answered", "answered", "answered", "hostCalls", "hostCalls"]);
    },
  },
  {
    name: "what is granted of an application stands in ctx under its own name, and what is not is absent there",
    about: ({ fixture }) => "js" in fixture.run,
    async run({ start }) {
      const members = async (capabilities: readonly string[]): Promise<JsonValue> => (await start({ permissions: { capabilities: capabilities.map((name) => ({ name })) } })).tool("members", { of: "board" });
      assert.deepEqual(await members(["board:write"]), ["get", "put"]);
      assert.deepEqual(await members(["board:read"]), ["get"]);
      assert.equal(await members([]), null);
    },
  },
]);
