import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SharedServers } from "@ambit/capability-proxies";
import { expect, onTestFinished, test } from "vitest";
import { installed, makeHost } from "../testing/host-rig.ts";

const code = `export const tools = { run: async ({ url }, ctx) => (await ctx.call("net/fetch", { url })).body };`;
const server = `const s = require("node:http").createServer((q, a) => a.end("shared")); s.listen(0, "127.0.0.1", () => console.log("listening on " + s.address().port));`;

test("a plugin reaches the server that the application started for it, while that lives", async () => {
  const sharedServers = new SharedServers();
  const { host } = await makeHost({ sharedServers });
  await installed(host, { manifest: { permissions: { network: ["local:shared"] } }, code });
  const child = spawn(process.execPath, ["-e", server], { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  sharedServers.registerSharedProcess("notes", child, /listening on (\d+)/);
  while (sharedServers.portsOf("notes").length === 0) await once(child.stdout, "data");
  const url = `http://127.0.0.1:${sharedServers.portsOf("notes")[0]}/`;
  expect(await host.callTool("notes", "run", { url })).toBe("shared");
  child.kill("SIGKILL");
  await once(child, "exit");
  await expect(host.callTool("notes", "run", { url })).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
});

test("the operator's proxy is read at each call, and the journal says that only the name was judged", async () => {
  const asked: string[] = [];
  const proxy = createServer((request, answer) => (asked.push(request.url ?? ""), answer.end("by proxy")));
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => void proxy.close());
  const settings: { url?: string } = {};
  const { host } = await makeHost({ proxySettings: () => settings, resolveName: async () => ["127.0.0.1"] });
  await installed(host, { manifest: { permissions: { network: ["{account}"] }, limits: { fetchSeconds: 2 } }, code });
  await host.settings.put("notes", { accounts: ["http://gitlab.lan:9"], config: {} });
  await expect(host.callTool("notes", "run", { url: "http://gitlab.lan:9/x" })).rejects.toMatchObject({ code: "NETWORK_FAILED" });
  settings.url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  expect(await host.callTool("notes", "run", { url: "http://gitlab.lan:9/x" })).toBe("by proxy");
  expect(asked).toEqual(["http://gitlab.lan:9/x"]);
  const [record] = (await host.journal.tail(9, { method: "net/fetch", outcome: "ok" })).slice(-1);
  expect(record).toMatchObject({ target: "gitlab.lan", note: "judged by name only" });
});
