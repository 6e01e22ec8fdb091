import { CREDIT_BYTES, type CallGrant } from "@ambit/api-types";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { netGrant } from "../testing/net-grant.ts";
import { ProxyRig } from "../testing/proxy-rig.ts";
import { TestServer } from "../testing/test-server.ts";

const basic = { grant: { kind: "basic" } } as const;

/** Reads a stream to its end. */
async function readAll(rig: ProxyRig, stream: number, max?: number): Promise<string> {
  let text = "";
  for (;;) {
    const { data, encoding, done } = await rig.call("stream/read", { stream, ...(max !== undefined && { max }) }, basic);
    expect(encoding).toBe("utf8");
    text += data;
    if (done) return text;
  }
}

async function open(rig: ProxyRig, server: TestServer, grant: CallGrant = netGrant(server.origin)): Promise<number> {
  return (await rig.call("net/stream", { url: server.origin }, { grant })).stream;
}

/** A server that answers and then sends what the test writes. */
async function pushing(): Promise<{ server: TestServer; write: (chunk: string | Uint8Array) => void; end: () => void }> {
  const responses: { write(chunk: string | Uint8Array): void; end(): void }[] = [];
  const server = await TestServer.http((_request, response) => {
    response.flushHeaders();
    responses.push(response);
  });
  return { server, write: (chunk) => responses.forEach((response) => response.write(chunk)), end: () => responses.forEach((response) => response.end()) };
}

describe("net/stream over a real server", () => {
  test("gives the head at once and the body as it comes, to its end", async () => {
    const { server, write, end } = await pushing();
    await using _server = server;
    await using rig = new ProxyRig();
    const head = await rig.answer("net/stream", { url: "http://elsewhere.example/", method: "POST", body: "hello", sse: true }, { grant: netGrant(server.origin) });
    expect(head).toMatchObject({ bytesOut: 5, result: { stream: 1, status: 200, statusText: "OK" } });
    write("one");
    expect(await rig.answer("stream/read", { stream: 1 }, basic)).toEqual({ result: { data: "one", encoding: "utf8", done: false }, bytesIn: 3 });
    const waits = rig.call("stream/read", { stream: 1 }, basic);
    setTimeout(() => write("two"), 50);
    expect(await waits).toMatchObject({ data: "two", done: false });
    end();
    expect(await rig.call("stream/read", { stream: 1 }, basic)).toEqual({ data: "", encoding: "utf8", done: true });
    expect(await rig.failure("stream/read", { stream: 1 }, basic)).toMatchObject({ code: "UNKNOWN_HANDLE" });
  });

  test("redirects come as they are; codings are undone", async () => {
    const text = "what the server says, ".repeat(50_000);
    await using server = await TestServer.http((_request, response) => response.writeHead(302, { location: "http://127.0.0.1:1/", "content-encoding": "gzip" }).end(gzipSync(text)));
    await using rig = new ProxyRig();
    const head = await rig.call("net/stream", { url: server.origin }, { grant: netGrant(server.origin) });
    expect(head.status).toBe(302);
    expect(await readAll(rig, head.stream)).toBe(text);
  });

  test("text is not cut within a character, whatever its pieces and whatever max", async () => {
    const { server, write, end } = await pushing();
    await using _server = server;
    await using rig = new ProxyRig();
    const stream = await open(rig, server);
    const text = "aé€😀".repeat(100);
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += 7) write(bytes.subarray(at, at + 7));
    end();
    expect(await readAll(rig, stream, 5)).toBe(text);
  });

  test("bytes come as base64 where they are wanted so, or are no text", async () => {
    const { server, write, end } = await pushing();
    await using _server = server;
    await using rig = new ProxyRig();
    const stream = await open(rig, server);
    write("text");
    expect(await rig.call("stream/read", { stream, encoding: "base64" }, basic)).toEqual({ data: btoa("text"), encoding: "base64", done: false });
    write(Uint8Array.of(0xff, 0xfe));
    expect(await rig.call("stream/read", { stream }, basic)).toEqual({ data: "//4=", encoding: "base64", done: false });
    write(Uint8Array.of(0xc3));
    end();
    const rest = [await rig.call("stream/read", { stream }, basic), await rig.call("stream/read", { stream }, basic).catch(() => undefined)];
    expect(rest).toContainEqual(expect.objectContaining({ data: "ww==", encoding: "base64" }));
  });

  test("a read that finds nothing says so in time, and loses nothing", async () => {
    const { server, write } = await pushing();
    await using _server = server;
    await using rig = new ProxyRig({ limits: { callSeconds: 1 } });
    const stream = await open(rig, server);
    expect(await rig.call("stream/read", { stream, waitMs: 0 }, basic)).toMatchObject({ data: "", done: false });
    const start = performance.now();
    expect(await rig.call("stream/read", { stream, waitMs: 100_000 }, basic)).toMatchObject({ data: "", done: false });
    expect(performance.now() - start).toBeLessThan(900);
    const controller = new AbortController();
    const givenUp = rig.failure("stream/read", { stream }, { ...basic, signal: controller.signal });
    controller.abort();
    expect(await givenUp).toMatchObject({ code: "CALL_CANCELLED" });
    write("late");
    expect(await rig.call("stream/read", { stream }, basic)).toMatchObject({ data: "late" });
  });
});

describe("handles", () => {
  test("at most eight at once, those being opened counted; closing one makes room", async () => {
    const { server } = await pushing();
    await using _server = server;
    await using rig = new ProxyRig();
    const grant = netGrant(server.origin);
    const opening = Array.from({ length: 9 }, () => rig.call("net/stream", { url: server.origin }, { grant }).catch((error: unknown) => error));
    const results = await Promise.all(opening);
    expect(results.filter((result) => (result as { stream?: number }).stream !== undefined)).toHaveLength(8);
    expect(results[8]).toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "streams" } });
    expect(server.connections).toBe(8);
    await rig.call("stream/close", { stream: 3 }, basic);
    expect(await rig.call("net/stream", { url: server.origin }, { grant })).toMatchObject({ stream: 9 });
    expect(await rig.failure("stream/close", { stream: 3 }, basic)).toMatchObject({ code: "UNKNOWN_HANDLE" });
  });

  test("a stream of another instance, or none at all", async () => {
    const { server } = await pushing();
    await using _server = server;
    await using rig = new ProxyRig();
    const stream = await open(rig, server);
    const instance = rig.newInstance("instance-2", "another");
    for (const method of ["stream/read", "stream/close"] as const) {
      expect(await rig.failure(method, { stream }, { ...basic, instance })).toMatchObject({ code: "UNKNOWN_HANDLE" });
      expect(await rig.failure(method, { stream: 77 }, basic)).toMatchObject({ code: "UNKNOWN_HANDLE" });
    }
    await rig.release("instance-2");
  });

  test("what was taken back ends it: an account that is removed", async () => {
    const { server, write } = await pushing();
    await using _server = server;
    await using rig = new ProxyRig();
    let allowed = true;
    const stream = await open(rig, server, { ...netGrant(server.origin), stillAllowed: () => allowed } as CallGrant);
    write("secret");
    allowed = false;
    expect(await rig.failure("stream/read", { stream }, basic)).toMatchObject({ code: "UNKNOWN_HANDLE" });
    await server.idle();
  });

  test("closing a stream and releasing an instance close the connection, and end a read that waits", async () => {
    const { server } = await pushing();
    await using _server = server;
    await using rig = new ProxyRig();
    await rig.call("stream/close", { stream: await open(rig, server) }, basic);
    await server.idle();
    const reading = rig.failure("stream/read", { stream: await open(rig, server) }, basic);
    await rig.release();
    expect(await reading).toMatchObject({ code: "INSTANCE_STOPPED" });
    await server.idle();
  });

  test("a call that is given up as it opens leaves nothing behind", async () => {
    await using server = await TestServer.tcp((socket) => socket.resume());
    await using rig = new ProxyRig();
    const controller = new AbortController();
    const opening = rig.failure("net/stream", { url: server.origin }, { grant: netGrant(server.origin), signal: controller.signal });
    while (server.connections === 0) await new Promise(setImmediate);
    controller.abort();
    expect(await opening).toMatchObject({ code: "CALL_CANCELLED" });
    await server.idle();
  });
});

test("the host reads no further than the credit", async () => {
  let sent = 0;
  const piece = Buffer.alloc(64 * 1024, "a");
  await using server = await TestServer.http((_request, response) => {
    const fill = (): void => {
      do sent += piece.length;
      while (!response.destroyed && response.write(piece));
    };
    response.on("drain", fill);
    fill();
  });
  await using rig = new ProxyRig();
  const stream = await open(rig, server);
  const settled = async (): Promise<number> => {
    for (let before = -1; before !== sent; ) {
      before = sent;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return sent;
  };
  const first = await settled();
  // The rest is in the system's buffers on both sides.
  expect(first).toBeLessThan(16 * 1024 * 1024);
  const { data } = await rig.call("stream/read", { stream }, basic);
  expect(data.length).toBeGreaterThanOrEqual(CREDIT_BYTES - piece.length);
  expect(data.length).toBeLessThanOrEqual(CREDIT_BYTES);
  for (let taken = 0; taken < 32 * 1024 * 1024; ) taken += (await rig.call("stream/read", { stream }, basic)).data.length;
  expect(await settled()).toBeGreaterThan(first);
  expect((await rig.call("stream/read", { stream, max: 10 }, basic)).data).toBe("a".repeat(10));
});
