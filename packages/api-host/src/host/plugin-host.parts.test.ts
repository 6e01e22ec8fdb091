import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installed, makeHost } from "../testing/host-rig.ts";

let server: Server;
let origin: string;
let closed: Promise<void>;
let requested: Promise<void>;

beforeAll(async () => {
  const [request, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  [requested, closed] = [request.promise, end.promise];
  server = createServer((_request, response) => {
    response.on("close", end.resolve);
    request.resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("parts and progress of a tool reach who called it, ahead of the result", async () => {
  const { host } = await makeHost();
  const code = `export const tools = { async *run(_args, ctx) { ctx.progress({ done: 1, total: 2 }); yield "a"; yield { b: 1 }; return "end"; } };`;
  const { manifest } = await installed(host, { code });
  const heard: unknown[] = [];
  const result = await host.callTool(manifest.id, "run", {}, { onPart: (value) => heard.push(value), onProgress: (progress) => heard.push(progress) });
  expect([...heard, result]).toEqual([{ done: 1, total: 2 }, "a", { b: 1 }, "end"]);
  const again: unknown[] = [];
  expect(await host.callTool(manifest.id, "run", {}, { onPart: (value) => again.push(value) })).toBe("end");
  expect(again).toEqual(["a", { b: 1 }]);
});

test("a caller that gives up ends the request that its tool waits for with ctx.signal", async () => {
  const { host } = await makeHost();
  const code = `export const tools = { run: async ({ url }, ctx) => (await fetch(url, { signal: ctx.signal })).status };`;
  const { manifest } = await installed(host, { code, manifest: { permissions: { network: ["{account}"] }, limits: { callSeconds: 30 } } });
  await host.settings.put(manifest.id, { accounts: [origin], config: {} });
  const giveUp = new AbortController();
  const call = host.callTool(manifest.id, "run", { url: `${origin}/slow` }, { signal: giveUp.signal });
  await requested;
  giveUp.abort();
  await expect(call).rejects.toMatchObject({ code: "CALL_CANCELLED" });
  await closed;
  await expect.poll(() => host.journal.tail(10, { outcome: "failed" })).toEqual(expect.arrayContaining([expect.objectContaining({ method: "net/fetch", code: "CALL_CANCELLED" })]));
});
