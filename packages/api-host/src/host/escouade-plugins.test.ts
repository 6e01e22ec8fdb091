import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { JsonValue } from "@ambit/api-types";
import { escouadeRunModule } from "@ambit/plugin-sdk/escouade";
import { describe, expect, onTestFinished, test } from "vitest";
import { type HostRig, installed, makeHost } from "../testing/host-rig.ts";

/** A program as its author writes it: reads lines, writes lines, knows nothing of Ambit. */
const program = `
let nextId = 0, greeted = null, buffer = "";
const waiting = new Map(), fired = [];
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
const ask = (method, params) => new Promise((resolve) => { const id = "p" + ++nextId; waiting.set(id, resolve); send({ id, method, params }); });
const methods = {
  initialize: (params) => { greeted = params; return { protocolVersion: 1, capabilities: {} }; },
  "tickets/list": async ({ column }) => ({ column, greeted, token: (await ask("secrets/get", { name: "token" })).result?.value ?? null }),
  "tickets/fetch": async ({ url }) => { const response = await fetch(url); return [response.status, await response.text()]; },
  "tickets/ask": async ({ method, params }) => { const { result, error } = await ask(method, params); return error === undefined ? { result } : { code: error.code, data: error.data.code }; },
  "tickets/move": () => { throw { code: -32010, message: "No transition leads there." }; },
  "tickets/login": () => { throw { code: -32401, message: "Reconnect the account." }; },
  "tickets/sleep": async () => { const { result } = await ask("timer/set", { ms: 20 }); while (!fired.includes(result.timer)) await new Promise((resolve) => setTimeout(resolve, 10)); return "woke"; },
  "tickets/batch": () => new Promise((resolve) => { waiting.set("batch", resolve); process.stdout.write(JSON.stringify([{ jsonrpc: "2.0", id: 1, method: "kv/set", params: { key: "a", value: 1 } }, { jsonrpc: "2.0", method: "log", params: { level: "warn", message: "in a batch" } }, { jsonrpc: "2.0", id: 2, method: "kv/get", params: { key: "b" } }]) + "\\n"); }),
  "hook/run": ({ hook, payload }) => payload.to === "done" ? { deny: "Not by " + hook } : null,
  "tool/call": ({ tool, arguments: args }) => ({ tool, args }),
};
async function receive(line) {
  const message = JSON.parse(line);
  if (Array.isArray(message)) return waiting.get("batch")(message);
  if (message.method === "timer/fired") return fired.push(message.params.timer);
  if (message.method === undefined) return waiting.get(message.id)(message);
  if (message.id === undefined) return send({ method: "log", params: { level: "info", message: "told " + JSON.stringify(message.params) } });
  const run = methods[message.method];
  if (run === undefined) return send({ id: message.id, error: { code: -32601, message: "Unknown method." } });
  try { send({ id: message.id, result: await run(message.params) }); } catch (error) { send({ id: message.id, error: { code: error.code ?? -32603, message: error.message } }); }
}
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => { buffer += chunk; const lines = buffer.split("\\n"); buffer = lines.pop(); lines.forEach(receive); });
process.stderr.write("ready\\n");
`;

const routes = ["list", "fetch", "ask", "move", "login", "sleep", "batch", "none"].map((name) => ({ name: `tickets/${name}` }));

interface Rig extends HostRig {
  readonly lines: string[];
  readonly ask: (method: string, params?: JsonValue) => Promise<JsonValue>;
}

async function open(code: string = program, limits: object = {}): Promise<Rig> {
  const lines: string[] = [];
  const rig = await makeHost({ resolveName: async () => ["127.0.0.1"], onLog: ({ level, message }) => lines.push(`${level} ${message}`) });
  const manifest = { limits, hooks: [{ name: "ticket:beforeMove", mode: "policy" }], tools: [{ name: "summary", description: "Sums up." }], routes, permissions: { network: ["{account}"], secrets: ["token"], events: ["ticket.column"] } };
  await installed(rig.host, { manifest, code: escouadeRunModule("./plugin.js"), files: { "plugin.js": code } });
  return { ...rig, lines, ask: (method, params = {}) => rig.host.callRoute("notes", method, { method: "POST", body: params }) };
}

test("a program is greeted, keeps its state, and its methods are routes", async () => {
  const { ask, host, lines } = await open();
  await host.secrets.set("notes", "token", "s3cret-token");
  expect(await ask("tickets/list", { column: "doing" })).toEqual({
    column: "doing", token: "s3cret-token",
    greeted: { protocolVersion: 1, escouade: { version: "0.0.0" }, plugin: { id: "notes", version: "1.0.0" }, lang: "en", capabilities: { calls: expect.arrayContaining(["net/fetch", "secrets/get", "kv/get"]) } },
  });
  expect(await host.callTool("notes", "summary", { a: 1 })).toEqual({ tool: "summary", args: { a: 1 } });
  expect(await host.emit("ticket.column", { to: "done" })).toBe(1);
  await ask("tickets/list");
  expect(lines).toEqual(["error ready", 'info told {"event":"ticket.column","payload":{"to":"done"}}']);
});

test("it is asked by hooks, and may say no", async () => {
  const { host } = await open();
  await expect(host.runHook("ticket:beforeMove", { to: "done" })).rejects.toMatchObject({ code: "HOOK_BLOCKED", message: expect.stringContaining("Not by ticket:beforeMove") });
  await expect(host.runHook("ticket:beforeMove", { to: "doing" })).resolves.toMatchObject({ values: [] });
});

test("its refusals and statuses keep their meaning", async () => {
  const { ask } = await open();
  await expect(ask("tickets/move")).rejects.toMatchObject({ code: "REFUSED", message: "No transition leads there." });
  await expect(ask("tickets/login")).rejects.toMatchObject({ details: { httpStatus: 401 }, message: "Reconnect the account." });
  await expect(ask("tickets/none")).rejects.toMatchObject({ code: "METHOD_NOT_FOUND" });
});

test("its calls are judged like any other: what was not granted answers -32003, and the journal has it", async () => {
  const { ask, host } = await open();
  expect(await ask("tickets/ask", { method: "net/fetch", params: { url: "https://evil.example.org/" } })).toEqual({ code: -32_003, data: "PERMISSION_DENIED" });
  expect(await ask("tickets/ask", { method: "fs/read", params: { root: "workspace", path: "a" } })).toEqual({ code: -32_003, data: "PERMISSION_DENIED" });
  expect(await ask("tickets/ask", { method: "kv/set", params: { key: "k", value: 2 } })).toEqual({ result: {} });
  expect(await host.journal.tail(9, { outcome: "refused" })).toMatchObject([{ method: "net/fetch", target: "evil.example.org" }, { method: "fs/read", target: "workspace" }]);
});

test("it has the standard fetch, timers of its own, and batches that are answered as batches", async () => {
  const server = createServer((_request, answer) => void answer.end("tickets"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { ask, host, lines } = await open();
  const address = `http://tracker.lan:${(server.address() as AddressInfo).port}`;
  await host.settings.put("notes", { accounts: [address], config: {} });
  expect(await ask("tickets/fetch", { url: `${address}/` })).toEqual([200, "tickets"]);
  expect(await ask("tickets/sleep")).toBe("woke");
  expect(await ask("tickets/batch")).toEqual([{ jsonrpc: "2.0", id: 1, result: {} }, { jsonrpc: "2.0", id: 2, result: { found: false, value: null } }]);
  expect(lines).toContain("warn in a batch");
});

describe("a program", () => {
  const answer = `const answer = ({ id }, result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));`;

  test("may read its lines by iterating, and write them by console.log; what is no message is its log", async () => {
    const { ask, lines } = await open(`${answer} (async () => { for await (const line of process.stdin) { const message = JSON.parse(line); console.log("got", message.method); answer(message, { protocolVersion: 1 }); } })();`);
    expect(await ask("tickets/list")).toEqual({ protocolVersion: 1 });
    expect(lines).toEqual(["info got initialize", "info got tickets/list"]);
  });

  test("that speaks another version is refused", async () => {
    const { ask } = await open(`${answer} process.stdin.on("data", (line) => answer(JSON.parse(line), { protocolVersion: 2 }));`);
    await expect(ask("tickets/list")).rejects.toMatchObject({ code: "GUEST_ERROR", message: expect.stringContaining("version 2 of the protocol") });
  });

  test("that ends itself answers no more, and says so", async () => {
    const { ask } = await open(`${answer} process.stdin.on("data", (line) => { const message = JSON.parse(line); if (message.method === "initialize") answer(message, { protocolVersion: 1 }); else process.exit(3); });`);
    for (let at = 0; at < 2; at++) await expect(ask("tickets/list")).rejects.toMatchObject({ message: expect.stringContaining("ended itself with 3") });
  });

  test("that never answers is ended at its limit", async () => {
    const { ask } = await open(`process.stdin.on("data", () => {});`, { callSeconds: 1 });
    await expect(ask("tickets/list")).rejects.toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "callSeconds" } });
  });

  test("that cannot be loaded says why", async () => {
    const { ask } = await open(`throw new Error("no database");`);
    await expect(ask("tickets/list")).rejects.toMatchObject({ message: expect.stringContaining("no database") });
  });
});
