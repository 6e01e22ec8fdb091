import { CREDIT_BYTES, type NetFetchResult, type WaitingReadResult } from "@ambit/api-types";
import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { netGrant } from "../testing/net-grant.ts";
import { ProxyRig } from "../testing/proxy-rig.ts";
import { TestServer } from "../testing/test-server.ts";

const basic = { grant: { kind: "basic" } } as const;

function fetchStream(rig: ProxyRig, server: TestServer): Promise<NetFetchResult> {
  return rig.call("net/fetch", { url: server.origin, stream: true }, { grant: netGrant(server.origin) });
}

async function readAll(rig: ProxyRig, stream: number): Promise<string> {
  let text = "";
  for (;;) {
    const { data, done }: WaitingReadResult = await rig.call("stream/read", { stream }, basic);
    text += data;
    if (done) return text;
  }
}

test("a body that comes at once comes whole, and nothing stays open", async () => {
  await using server = await TestServer.http((_request, response) => void response.end("all of it"));
  await using rig = new ProxyRig();
  const answer = await rig.answer("net/fetch", { url: server.origin, stream: true }, { grant: netGrant(server.origin) });
  expect(answer.result).toMatchObject({ status: 200, body: "all of it", encoding: "utf8" });
  expect(answer.result).not.toHaveProperty("stream");
  expect(answer.bytesIn).toBe(9);
});

test("a body larger than the credit, or than fetchBytes, comes as a stream, with nothing lost", async () => {
  for (const size of [CREDIT_BYTES * 3, 5000]) {
    await using server = await TestServer.http((_request, response) => void response.end("x".repeat(size)));
    await using rig = new ProxyRig({ limits: { fetchBytes: 1000 } });
    const { body, stream } = await fetchStream(rig, server);
    expect(body).toBe("");
    expect((await readAll(rig, stream as number)).length).toBe(size);
    expect(await rig.failure("stream/read", { stream: stream as number }, basic)).toMatchObject({ code: "UNKNOWN_HANDLE" });
  }
});

test("a body that pauses comes as a stream; events do so at once", async () => {
  const responses: ServerResponse[] = [];
  await using server = await TestServer.http((_request, response) => {
    responses.push(response);
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    response.write("data: 1\n\n");
  });
  await using rig = new ProxyRig();
  const { stream } = await fetchStream(rig, server);
  expect(await rig.call("stream/read", { stream: stream as number }, basic)).toMatchObject({ data: "data: 1\n\n", done: false });
  responses[0]?.end("data: 2\n\n");
  expect(await readAll(rig, stream as number)).toBe("data: 2\n\n");
});

test("with four streams open a body is taken whole, within fetchBytes, and leaves a connection free", async () => {
  const responses: ServerResponse[] = [];
  await using server = await TestServer.http((_request, response) => {
    responses.push(response);
    response.flushHeaders();
  });
  await using rig = new ProxyRig({ limits: { fetchBytes: 1000 } });
  for (let open = 0; open < 4; open++) expect((await fetchStream(rig, server)).stream).toBe(open + 1);
  for (const [size, outcome] of [[800, { body: "y".repeat(800) }], [2000, { code: "LIMIT_EXCEEDED", details: { limit: "fetchBytes" } }]] as const) {
    const waits = fetchStream(rig, server).catch((error: unknown) => error);
    while (responses.length < (size === 800 ? 5 : 6)) await new Promise(setImmediate);
    setTimeout(() => responses.at(-1)?.end("y".repeat(size)), 200);
    expect(await waits).toMatchObject(outcome);
  }
});

test("a body that breaks off early is a failed fetch, one that breaks off later a failed read", async () => {
  await using early = await TestServer.raw("HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nabc");
  await using rig = new ProxyRig();
  const { stream } = await fetchStream(rig, early);
  // The server keeps the connection and says no more.
  expect(await rig.call("stream/read", { stream: stream as number }, basic)).toMatchObject({ data: "abc", done: false });
  await using broken = await TestServer.tcp((socket) => socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nabc")));
  expect(await rig.failure("net/fetch", { url: broken.origin, stream: true }, { grant: netGrant(broken.origin) })).toMatchObject({ code: "NETWORK_FAILED" });
  await broken.idle();
});

test("what is given up, or was taken back, leaves no connection", async () => {
  await using server = await TestServer.http((_request, response) => void response.flushHeaders());
  await using rig = new ProxyRig();
  const controller = new AbortController();
  const waits = rig.failure("net/fetch", { url: server.origin, stream: true }, { grant: netGrant(server.origin), signal: controller.signal });
  while (server.connections === 0) await new Promise(setImmediate);
  controller.abort();
  expect(await waits).toMatchObject({ code: "CALL_CANCELLED" });
  await server.idle();
  const { stream } = await fetchStream(rig, server);
  await rig.call("stream/close", { stream: stream as number }, basic);
  await server.idle();
});
