import { once } from "node:events";
import { request } from "node:http";
import { connect, Socket } from "node:net";
import { connect as tlsConnect } from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import { ALLOWED_HOST, GateRig, SOCKET_HOST } from "../testing/gate-rig.ts";
import { until } from "../testing/host-process.ts";

let rig = new GateRig();
afterEach(() => rig.close());

async function open(...args: Parameters<GateRig["open"]>): Promise<void> {
  rig = await new GateRig().open(...args);
}

/** Asks for a tunnel; the answer's head, and the tunnel. */
async function tunnel(authority: string): Promise<{ head: string; socket: Socket }> {
  const socket = connect(rig.socketPath);
  socket.on("error", () => undefined);
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
  const [bytes] = (await once(socket, "data")) as [Buffer];
  return { head: bytes.toString(), socket };
}

async function fetchThrough(servername: string): Promise<string> {
  const { head, socket } = await tunnel(`${ALLOWED_HOST}:${rig.httpsPort}`);
  expect(head).toContain("200");
  const secure = tlsConnect({ socket, servername, ca: rig.certificate, checkServerIdentity: () => undefined });
  secure.write(`GET /x HTTP/1.1\r\nHost: ${ALLOWED_HOST}\r\nConnection: close\r\n\r\n`);
  let text = "";
  for await (const piece of secure) text += String(piece);
  return text;
}

function plain(url: string, options: { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string } = {}): Promise<{ status: number; code: string | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const outer = request({ socketPath: rig.socketPath, path: url, method: options.method ?? "GET", headers: { ...options.headers } }, async (answer) => {
      let text = "";
      for await (const piece of answer) text += String(piece);
      resolve({ status: answer.statusCode ?? 0, code: answer.headers["ambit-code"] as string | undefined, text });
    });
    outer.once("error", reject);
    outer.end(options.body);
  });
}

describe("a tunnel", () => {
  test("carries TLS for the host that was judged, and is told with its bytes", async () => {
    await open();
    expect(await fetchThrough(ALLOWED_HOST)).toContain(`hello ${ALLOWED_HOST} /x`);
    await until(() => rig.records.length === 1, 2000);
    expect(rig.asked).toEqual([{ host: ALLOWED_HOST, port: rig.httpsPort, scheme: "https" }]);
    const [record] = rig.records;
    expect(record).toMatchObject({ target: ALLOWED_HOST, outcome: "ok" });
    expect(record?.bytesIn).toBeGreaterThan(100);
    expect(record?.bytesOut).toBeGreaterThan(100);
    expect(Object.keys(record ?? {}).toSorted()).toEqual(["bytesIn", "bytesOut", "ms", "outcome", "target"]);
  });

  test.each(["API.Example.DEV", "api.example.dev."])("to %s is one to the same host", async (spelling) => {
    await open();
    expect((await tunnel(`${spelling}:${rig.httpsPort}`)).head).toContain("200");
    expect(rig.asked).toMatchObject([{ host: ALLOWED_HOST }]);
  });

  test("to a host that was not declared is refused before anything is dialled", async () => {
    await open();
    expect((await tunnel("other.example.dev:443")).head).toMatch(/^HTTP\/1.1 403 .*PERMISSION_DENIED/s);
    expect(rig.records).toMatchObject([{ target: "other.example.dev", outcome: "refused", code: "PERMISSION_DENIED", bytesIn: 0, bytesOut: 0 }]);
  });

  test.each(["other.example.dev", "api.example.dev.evil.dev"])("that greets %s is closed before a byte reaches the server", async (name) => {
    let connections = 0;
    await open({}, (_request, response) => response.end(String(++connections)));
    expect(await fetchThrough(name).catch(() => "")).toBe("");
    await until(() => rig.records.length === 1, 2000);
    expect(rig.records).toMatchObject([{ outcome: "refused", code: "PERMISSION_DENIED", bytesOut: 0, bytesIn: 0 }]);
    expect(connections).toBe(0);
  });

  test("that is no TLS is closed", async () => {
    await open();
    const { socket } = await tunnel(`${ALLOWED_HOST}:${rig.httpPort}`);
    socket.end("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    const rest = await socket.toArray();
    expect(Buffer.concat(rest as Buffer[]).toString()).not.toContain("hello");
  });

  test("to a host that was granted a raw socket carries anything", async () => {
    await open();
    const { head, socket } = await tunnel(`${SOCKET_HOST}:${rig.httpPort}`);
    expect(head).toContain("200");
    socket.end("GET /raw HTTP/1.0\r\n\r\n");
    expect(Buffer.concat((await socket.toArray()) as Buffer[]).toString()).toContain("hello  /raw");
  });

  test.each(["", "/", "x", "x:0", "x:70000", "x:443/y", "u@x:443", "http://x:443", "[::1:443", "x:443:443"])("to %j is refused as malformed", async (authority) => {
    await open();
    const socket = connect(rig.socketPath);
    socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const bytes = Buffer.concat((await socket.toArray()) as Buffer[]).toString();
    expect(bytes === "" || bytes.startsWith("HTTP/1.1 400")).toBe(true);
    expect(rig.asked).toEqual([]);
  });

  test("to a server that does not answer fails", async () => {
    await open();
    expect((await tunnel(`${ALLOWED_HOST}:1`)).head).toMatch(/^HTTP\/1.1 502 .*NETWORK_FAILED/s);
    expect(rig.records).toMatchObject([{ outcome: "failed", code: "NETWORK_FAILED" }]);
  });

  test("is closed when nothing came for a time", async () => {
    await open({ idleSeconds: 0.2 }, () => undefined);
    const { socket } = await tunnel(`${ALLOWED_HOST}:${rig.httpsPort}`);
    const secure = tlsConnect({ socket, servername: ALLOWED_HOST, ca: rig.certificate });
    secure.on("error", () => undefined);
    await once(secure, "secureConnect");
    await once(secure, "close");
    await until(() => rig.records.length === 1, 2000);
  });
});

describe("a request in the clear", () => {
  test("is made by the name that was judged, without what was for the proxy alone", async () => {
    let seen: Record<string, unknown> = {};
    await open({}, (incoming, response) => {
      seen = incoming.headers;
      incoming.resume().once("end", () => response.end(`hello ${incoming.url ?? ""}`));
    });
    const found = await plain(`http://${ALLOWED_HOST}:${rig.httpPort}/y?z=1`, { method: "POST", body: "12345", headers: { "proxy-authorization": "secret", connection: "x-mine", "x-mine": "1", host: "other.example.dev", "x-kept": "2" } });
    expect(found).toMatchObject({ status: 200, text: "hello /y?z=1" });
    expect(seen).toMatchObject({ host: `${ALLOWED_HOST}:${rig.httpPort}`, "x-kept": "2" });
    expect(seen).not.toHaveProperty("proxy-authorization");
    expect(seen).not.toHaveProperty("x-mine");
    await until(() => rig.records.length === 1, 2000);
    expect(rig.records).toMatchObject([{ outcome: "ok", bytesIn: 12 , bytesOut: 5 }]);
  });

  test.each(["/", "https://api.example.dev/", "ftp://api.example.dev/", "http://u:p@api.example.dev/"])("for %j is refused as malformed", async (url) => {
    await open();
    expect(await plain(url)).toMatchObject({ status: 400, code: "INVALID_PARAMS" });
    expect(rig.asked).toEqual([]);
  });

  test("to a host that was not declared is refused", async () => {
    await open();
    expect(await plain("http://127.0.0.1/")).toMatchObject({ status: 403, code: "PERMISSION_DENIED" });
  });
});

describe("a gate", () => {
  test("answers one connection too many with the limit", async () => {
    await open({ connectionsAtOnce: 2 }, () => undefined);
    const held = await Promise.all([tunnel(`${ALLOWED_HOST}:${rig.httpsPort}`), tunnel(`${ALLOWED_HOST}:${rig.httpsPort}`)]);
    expect((await tunnel(`${ALLOWED_HOST}:${rig.httpsPort}`)).head).toMatch(/^HTTP\/1.1 503 .*LIMIT_EXCEEDED/s);
    expect(rig.records).toMatchObject([{ outcome: "limited", code: "LIMIT_EXCEEDED" }]);
    for (const { socket } of held) socket.destroy();
  });

  test("stops reading a server whose answer nobody takes", async () => {
    let written = 0;
    await open({}, (_request, response) => {
      const more = (): void => {
        while (response.write(Buffer.alloc(65_536))) written += 65_536;
        written += 65_536;
        response.once("drain", more);
      };
      more();
    });
    const socket = connect(rig.socketPath);
    socket.write(`GET http://${ALLOWED_HOST}:${rig.httpPort}/ HTTP/1.1\r\nHost: x\r\n\r\n`);
    socket.pause();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(written).toBeLessThan(32 * 1024 * 1024);
    socket.destroy();
  });

  test("takes every connection with it, and none from then on", async () => {
    await open({}, () => undefined);
    const { network } = rig;
    const { socket } = await tunnel(`${ALLOWED_HOST}:${rig.httpsPort}`);
    const closed = once(socket, "close");
    await rig.close();
    await closed;
    const late = new Socket();
    network.take(late);
    expect(late.destroyed).toBe(true);
  });

  test("bounds the head of a request", async () => {
    await open();
    const socket = connect(rig.socketPath);
    socket.on("error", () => undefined);
    socket.write(`GET http://${ALLOWED_HOST}/ HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(40_000)}\r\n\r\n`);
    await once(socket, "close");
    expect(rig.asked).toEqual([]);
  });
});
