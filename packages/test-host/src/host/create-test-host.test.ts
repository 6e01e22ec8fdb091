import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { recordedNetwork } from "../network/recorded-network.ts";
import { createTestHost } from "./create-test-host.ts";

const code = `export default { tools: {
  async get({ url, ...init }) { const response = await fetch(url, init); return { status: response.status, text: await response.text(), head: response.headers.get("x-head") } },
  async write(_args, ctx) { await ctx.fs.write({ root: "workspace", path: "a/b.txt", data: "new" }); return (await ctx.fs.read({ root: "workspace", path: "old.txt" })).data },
  async who(_args, ctx) { ctx.log.info("asked"); return [ctx.lang, ctx.config.colour, (await ctx.secrets.get({ name: "token" })).value] },
  async wait(_args, ctx) { await ctx.timers.sleep(60_000); return "waited" },
  async count(_args, ctx) { return (await ctx.kv.get({ key: "moved" })).value },
}, events: { async "ticket.moved"(payload, ctx) { await ctx.kv.set({ key: "moved", value: payload.to }) } } };`;

function pluginFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "ambit-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const permissions = { network: ["api.example.dev", "other.example.dev:8443", "{account}"], files: ["rw:workspace"], secrets: ["token"], events: ["ticket.moved"] };
  const tools = ["get", "write", "who", "wait", "count"].map((name) => ({ name, description: "Does it." }));
  writeFileSync(join(folder, "ambit-plugin.json"), JSON.stringify({ id: "tried", version: "1.0.0", publisher: "P", api: 1, run: { js: "run.js" }, permissions, tools, limits: { callSeconds: 30 } }));
  writeFileSync(join(folder, "run.js"), code);
  return folder;
}

test("requests reach the handler of their host over TLS, with everything that was sent", async () => {
  await using host = await createTestHost(pluginFolder(), {
    network: {
      "api.example.dev": async (request) => new Response(`${request.method} ${await request.text()}`, { status: 201, headers: { "x-head": "h" } }),
      "other.example.dev:8443": () => new Response("other"),
    },
  });
  expect(await host.call("get", { url: "https://api.example.dev/a?b=1", method: "POST", body: "sent", headers: { "x-own": "1" } })).toEqual({ status: 201, text: "POST sent", head: "h" });
  expect(await host.call("get", { url: "https://other.example.dev:8443/" })).toMatchObject({ text: "other" });
  expect(host.requests).toMatchObject([
    { method: "POST", url: "https://api.example.dev/a?b=1", body: "sent", status: 201, headers: { "x-own": "1" } },
    { method: "GET", url: "https://other.example.dev:8443/", status: 200 },
  ]);
});

test("a declared host without a handler cannot be reached; one that is not declared is refused, handler or not", async () => {
  await using host = await createTestHost(pluginFolder(), { network: { "evil.example.org": () => new Response("never") } });
  await expect(host.call("get", { url: "https://api.example.dev/" })).rejects.toMatchObject({ code: "NETWORK_FAILED" });
  await expect(host.call("get", { url: "https://evil.example.org/" })).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  expect(host.requests).toEqual([expect.objectContaining({ url: "https://api.example.dev/" })]);
  expect(await host.journal({ outcome: "refused" })).toEqual(expect.arrayContaining([expect.objectContaining({ method: "net/fetch", target: "evil.example.org", code: "PERMISSION_DENIED" })]));
});

test("the engine is the test's to choose, and answers alike", async () => {
  for (const [engine, backend] of [["portable", "js"], ["fast", "v8-process"]] as const) {
    await using host = await createTestHost(pluginFolder(), { engine, network: { "api.example.dev": () => new Response("yes") } });
    expect(await host.call("get", { url: "https://api.example.dev/" })).toMatchObject({ status: 200, text: "yes" });
    expect(await host.journal({ outcome: "ok" })).toContainEqual(expect.objectContaining({ method: "net/fetch", backend }));
  }
});

test("a line taken away is refused, and one that is none is named", async () => {
  const folder = pluginFolder();
  await using host = await createTestHost(folder, { network: { "api.example.dev": () => new Response("never") }, removed: ["network:api.example.dev"] });
  await expect(host.call("get", { url: "https://api.example.dev/" })).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  await expect(createTestHost(folder, { removed: ["network:nothing"] })).rejects.toMatchObject({ code: "INVALID_PARAMS", message: expect.stringContaining("network:api.example.dev") });
});

test("folders, secrets, settings, language, log and events are the test's", async () => {
  await using host = await createTestHost(pluginFolder(), { roots: { workspace: { "old.txt": "old" } }, secrets: { token: "s3cret" }, config: { colour: "red" }, lang: "de" });
  expect(await host.call("write")).toBe("old");
  expect(readFileSync(join(host.folder("workspace"), "a/b.txt"), "utf8")).toBe("new");
  expect(await host.call("who")).toEqual(["de", "red", "s3cret"]);
  expect(host.logs).toMatchObject([{ level: "info", message: "asked" }]);
  expect(await host.emit("ticket.moved", { to: "done" })).toBe(true);
  await expect.poll(() => host.call("count")).toBe("done");
  expect(() => host.folder("nowhere")).toThrow("workspace");
});

test("a minute passes when the test says so, and not before", async () => {
  await using host = await createTestHost(pluginFolder(), { clock: "fake" });
  const waiting = host.call("wait");
  await expect.poll(async () => (await host.journal()).some(({ method }) => method === "timer/set")).toBe(true);
  host.clock.advance(59_999);
  expect(await Promise.race([waiting, host.call("count")])).toBeNull();
  host.clock.advance(1);
  expect(await waiting).toBe("waited");
  await using real = await createTestHost(pluginFolder());
  expect(() => real.clock).toThrow("fake");
});

test("an account is the test's own server, http on this machine included", async () => {
  const server = createServer((_request, response) => response.end("mine"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const account = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await using host = await createTestHost(pluginFolder(), { accounts: [account] });
  expect(await host.call("get", { url: `${account}/x` })).toMatchObject({ text: "mine" });
  expect(host.requests).toEqual([]);
});

test("a recording answers in its order, and 404 to what it does not hold", async () => {
  const url = "https://api.example.dev/items";
  await using host = await createTestHost(pluginFolder(), { network: recordedNetwork([{ url, body: [1] }, { url, body: [2] }, { method: "POST", url, status: 204 }]) });
  const get = (method = "GET", path = ""): Promise<unknown> => host.call("get", { url: url + path, method });
  expect([await get(), await get(), await get(), await get("POST"), await get("GET", "/7")]).toMatchObject([{ text: "[1]" }, { text: "[2]" }, { text: "[2]" }, { status: 204 }, { status: 404 }]);
});

test("a handler that fails answers 500, and a manifest that is wrong is told line by line", async () => {
  const folder = pluginFolder();
  await using host = await createTestHost(folder, {
    network: {
      "api.example.dev": () => {
        throw new Error("oops");
      },
    },
  });
  expect(await host.call("get", { url: "https://api.example.dev/" })).toMatchObject({ status: 500, text: expect.stringContaining("oops") });
  writeFileSync(join(folder, "ambit-plugin.json"), "{}");
  await expect(createTestHost(folder)).rejects.toMatchObject({ code: "MANIFEST_INVALID", message: expect.stringMatching(/^ambit-plugin\.json:1:1: /) });
});
