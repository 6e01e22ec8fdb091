import assert from "node:assert/strict";
import { type JsonObject, type JsonValue, callTable, errorRegistry, parseBoundedJson } from "@ambit/api-types";
import { casesOf, type ConformanceCase } from "../sandbox/conformance-case.ts";
import type { Running } from "../sandbox/stage.ts";

/** What the fixture's tools report of a call to the host. */
type Report = { readonly ok: true; readonly result: JsonValue } | { readonly ok: false; readonly code: string; /** None where the form of the guest is told codes alone. */ readonly number: number | null; readonly limit: string | null; readonly message: string };

async function ask(running: Running, method: string, params: JsonObject): Promise<Report> {
  return (await running.tool("hostCall", { method, params })) as unknown as Report;
}

async function refused(running: Running, method: string, params: JsonObject, code: string, number: number): Promise<Extract<Report, { ok: false }>> {
  const report = await ask(running, method, params);
  assert.ok(!report.ok, `${method} was answered: ${JSON.stringify(report)}`);
  assert.equal(report.code, code);
  if (report.number !== null) assert.equal(report.number, number);
  return report;
}

/** Calls of the guest to its host: each is judged there, and its end reaches the guest. */
export const hostCallCases: readonly ConformanceCase[] = casesOf("host calls", [
  {
    name: "a basic right needs no grant",
    async run({ start }) {
      const running = await start();
      assert.deepEqual(await ask(running, "kv/set", { key: "k", value: { deep: ["é", null, 1.5] } }), { ok: true, result: {} });
      assert.deepEqual(await ask(running, "kv/get", { key: "k" }), { ok: true, result: { found: true, value: { deep: ["é", null, 1.5] } } });
      assert.deepEqual(running.host.calls.map(({ method, code }) => [method, code]), [["kv/set", undefined], ["kv/get", undefined]]);
    },
  },
  {
    name: "a granted call is answered",
    async run({ start }) {
      const running = await start({
        permissions: { secrets: [{ name: "token" }], files: [{ root: "workspace", access: "read" }] },
        secrets: { token: "s3cret" },
        files: { "workspace/guide.md": "# Guide" },
      });
      assert.deepEqual(await ask(running, "secrets/get", { name: "token" }), { ok: true, result: { value: "s3cret" } });
      assert.deepEqual(await ask(running, "fs/read", { root: "workspace", path: "guide.md" }), { ok: true, result: { data: "# Guide", encoding: "utf8" } });
    },
  },
  {
    name: "documents of a declared collection go in and come out, and another collection is refused",
    async run({ start }) {
      const running = await start({ permissions: { storage: { notes: { indexes: ["stars"] } } } });
      const data = { title: "línea 日本語", stars: 3, deep: [null, { a: 1.5 }] };
      assert.deepEqual(await ask(running, "storage/put", { collection: "notes", id: "a", data }), { ok: true, result: {} });
      assert.deepEqual(await ask(running, "storage/get", { collection: "notes", id: "a" }), { ok: true, result: { found: true, data } });
      assert.deepEqual(await ask(running, "storage/query", { collection: "notes", where: { stars: 3 } }), { ok: true, result: { items: [{ id: "a", data }] } });
      for (const collection of ["other", "constructor"]) await refused(running, "storage/get", { collection, id: "a" }, "PERMISSION_DENIED", -32003);
      await refused(running, "storage/query", { collection: "notes", where: { stars: { near: 3 } } }, "INVALID_PARAMS", -32602);
      assert.equal(await running.tool("echo", { value: 1 }), 1);
    },
  },
  {
    name: "an undeclared call ends in PERMISSION_DENIED inside the guest, and the instance lives",
    async run({ start }) {
      const running = await start({ files: { "workspace/guide.md": "# Guide" }, secrets: { token: "s3cret" } });
      await refused(running, "fs/read", { root: "workspace", path: "guide.md" }, "PERMISSION_DENIED", -32003);
      await refused(running, "secrets/get", { name: "token" }, "PERMISSION_DENIED", -32003);
      await refused(running, "net/fetch", { url: "https://example.com/" }, "PERMISSION_DENIED", -32003);
      assert.equal(await running.tool("echo", { value: 1 }), 1);
    },
  },
  {
    name: "a read grant is no write grant",
    async run({ start }) {
      const running = await start({ permissions: { files: [{ root: "workspace", access: "read" }] }, files: { "workspace/guide.md": "# Guide" } });
      await refused(running, "fs/write", { root: "workspace", path: "guide.md", data: "mine" }, "PERMISSION_DENIED", -32003);
      assert.equal(running.host.state.files.get("workspace/guide.md"), "# Guide");
    },
  },
  {
    name: "every refusal is the host's: each forged call reaches it and is judged",
    async run({ start }) {
      const running = await start();
      const forged = Object.values(callTable).filter(({ needs }) => needs.kind !== "basic");
      // What a handle stands for was judged when it was opened: one that was not opened is nobody's.
      const refusals = forged.map(({ method, example, needs }) => ({ method, example, code: needs.kind === "handle" ? "UNKNOWN_HANDLE" : "PERMISSION_DENIED" }) as const);
      for (const { method, example, code } of refusals) await refused(running, method, example as unknown as JsonObject, code, errorRegistry[code].number);
      assert.deepEqual(running.host.calls.map(({ method, code }) => [method, code]), refusals.map(({ method, code }) => [method, code]));
    },
  },
  {
    name: "a call that does not exist is METHOD_NOT_FOUND, wrong parameters are INVALID_PARAMS",
    async run({ start }) {
      const running = await start();
      await refused(running, "fs/explode", {}, "METHOD_NOT_FOUND", -32601);
      await refused(running, "constructor", {}, "METHOD_NOT_FOUND", -32601);
      await refused(running, "kv/get", { key: 7 }, "INVALID_PARAMS", -32602);
      await refused(running, "kv/get", { key: "k", more: 1 }, "INVALID_PARAMS", -32602);
    },
  },
  {
    name: "an error that an allowed call ended in keeps its code and words",
    async run({ start }) {
      const running = await start({ permissions: { secrets: [{ name: "token" }], files: [{ root: "workspace", access: "read" }] } });
      const unset = await refused(running, "secrets/get", { name: "token" }, "SECRET_NOT_SET", -32004);
      assert.match(unset.message, /token/);
      await refused(running, "fs/read", { root: "workspace", path: "nowhere.md" }, "FILE_NOT_FOUND", -32004);
    },
  },
  {
    name: "calls reach the host in the order they were made, each once",
    async run({ start }) {
      const running = await start();
      const reports = (await running.tool("manyHostCalls", { count: 50, method: "kv/get", params: { key: "k" } })) as readonly JsonValue[];
      assert.equal(reports.length, 50);
      assert.equal(running.host.messages, 50);
      await ask(running, "kv/set", { key: "a", value: 1 });
      await ask(running, "kv/delete", { key: "a" });
      assert.deepEqual(running.host.calls.slice(-2).map(({ method }) => method), ["kv/set", "kv/delete"]);
    },
  },
  {
    name: "a large answer of the host reaches the guest whole",
    async run({ start }) {
      const value = "lorem ipsum ".repeat(16_000);
      const running = await start();
      running.host.state.kv.set("long", value);
      const report = await ask(running, "kv/get", { key: "long" });
      assert.ok(report.ok && JSON.stringify(report.result) === JSON.stringify({ found: true, value }), "the answer changed on the way");
    },
  },
  {
    name: "what the host is asked is one JSON-RPC request a message",
    async run({ start }) {
      const running = await start();
      await running.tool("manyHostCalls", { count: 3, method: "kv/get", params: { key: "k" } });
      const messages = running.host.texts.map((text) => parseBoundedJson(text) as JsonObject);
      assert.equal(messages.length, 3);
      for (const message of messages) assert.deepEqual([message["jsonrpc"], message["method"], message["params"]], ["2.0", "kv/get", { key: "k" }]);
      assert.equal(new Set(messages.map(({ id }) => id)).size, 3);
    },
  },
]);
