import { SOCKET_MESSAGE_BYTES } from "@ambit/api-types";
import { setTimeout as pause } from "node:timers/promises";
import type { TLSSocket } from "node:tls";
import { deflateRawSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { netGrant } from "../testing/net-grant.ts";
import { ProxyRig, type RigOptions } from "../testing/proxy-rig.ts";
import { acceptHandshake, frame, opcode } from "../testing/raw-web-socket.ts";
import { rssGrowth } from "../testing/rss-growth.ts";
import { type ServerIdentity, TestAuthority } from "../testing/test-authority.ts";
import { TestServer } from "../testing/test-server.ts";

const mebibyte = 1024 * 1024;
const basic = { grant: { kind: "basic" } } as const;
let authority: TestAuthority;
let identity: ServerIdentity;
beforeAll(async () => {
  authority = await TestAuthority.create();
  identity = await authority.issue([{ type: "dns", value: "api.example.com" }]);
});

function rigAt(options: RigOptions = {}): ProxyRig {
  return new ProxyRig({ trustedCertificates: [authority.certificate], resolveName: async () => ["127.0.0.1"], ...options });
}

const urlOf = (server: TestServer): string => `wss://api.example.com:${server.port}/`;

/** A server that shakes hands and then does as it likes. */
function rawServer(onOpen: (socket: TLSSocket) => void, extraHeaders = ""): Promise<TestServer> {
  return TestServer.tls(identity, (socket) => {
    socket.on("error", () => undefined);
    acceptHandshake(socket, () => onOpen(socket), extraHeaders);
  });
}

async function open(rig: ProxyRig, server: TestServer): Promise<number> {
  return (await rig.call("ws/open", { url: urlOf(server) }, { grant: netGrant(urlOf(server)) })).socket;
}

/** Writes the same bytes over and over, as fast as they are taken. */
function flood(socket: TLSSocket, bytes: Buffer): void {
  const fill = (): void => {
    while (!socket.destroyed && socket.write(bytes));
  };
  socket.on("drain", fill);
  fill();
}

describe("a handshake that goes wrong opens nothing", () => {
  test.each<[string, string, RegExp]>([
    ["302", "HTTP/1.1 302 Found\r\nlocation: wss://evil.example/SECRET\r\ncontent-length: 0\r\n\r\n", /answered 302/],
    ["403", "HTTP/1.1 403 SECRET\r\ncontent-length: 6\r\n\r\nSECRET", /answered 403/],
    ["200", "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", /answered 200/],
    ["another key", "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: SECRET\r\n\r\n", /did not open a WebSocket/],
    ["another protocol", "HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n", /did not open a WebSocket/],
    ["rubbish", "SSH-2.0-SECRET\r\n\r\n", /not proper HTTP/],
    ["headers of 100 KB", `HTTP/1.1 101 Switching Protocols\r\nx: ${"a".repeat(100_000)}\r\n\r\n`, /./],
  ])("%s", async (_name, answer, message) => {
    await using server = await TestServer.tls(identity, (socket) => socket.once("data", () => socket.write(answer)));
    await using rig = rigAt();
    const error = await rig.failure("ws/open", { url: urlOf(server) }, { grant: netGrant(urlOf(server)) });
    expect(error).toMatchObject({ code: "NETWORK_FAILED", message: expect.stringMatching(message) as string });
    expect(error.message).not.toContain("SECRET");
    await server.idle();
  });

  test("an extension that was not asked for, and a subprotocol that was not", async () => {
    for (const header of ["sec-websocket-extensions: permessage-deflate\r\n", "sec-websocket-protocol: chat\r\n"]) {
      await using server = await rawServer(() => undefined, header);
      await using rig = rigAt();
      expect(await rig.failure("ws/open", { url: urlOf(server) }, { grant: netGrant(urlOf(server)) })).toMatchObject({ code: "NETWORK_FAILED" });
      await server.idle();
    }
  });

  test("silence ends it at the deadline, an abort and a release at once", async () => {
    await using server = await TestServer.tls(identity, (socket) => socket.resume());
    await using rig = rigAt({ limits: { fetchSeconds: 0.4 } });
    expect(await rig.failure("ws/open", { url: urlOf(server) }, { grant: netGrant(urlOf(server)) })).toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "fetchSeconds" } });
    await server.idle();
    await using patient = rigAt();
    const opening = patient.failure("ws/open", { url: urlOf(server) }, { grant: netGrant(urlOf(server)) });
    while (server.connections < 2) await pause(10);
    await pause(100);
    await patient.release();
    expect(await opening).toMatchObject({ code: "INSTANCE_STOPPED" });
    await server.idle();
  });
});

describe("frames that break the rules end the socket, with what came before given out first", () => {
  const large = "a".repeat(SOCKET_MESSAGE_BYTES + 1);
  test.each<[string, () => Buffer[], string, string | undefined]>([
    ["a message of 1 MiB and a byte", () => [frame(opcode.text, large)], "LIMIT_EXCEEDED", "socketMessage"],
    ["the same in two frames", () => [frame(opcode.text, large.slice(0, 600_000), 0), frame(opcode.continuation, large.slice(600_000))], "LIMIT_EXCEEDED", "socketMessage"],
    ["a frame that announces 2^53 bytes", () => [Buffer.from([0x82, 127, 0, 32, 0, 0, 0, 0, 0, 0])], "LIMIT_EXCEEDED", "socketMessage"],
    ["compression that was not agreed on", () => [frame(opcode.binary, deflateRawSync(Buffer.alloc(mebibyte)), 0xc)], "NETWORK_FAILED", undefined],
    ["text that is no UTF-8", () => [frame(opcode.text, Uint8Array.of(0xff))], "NETWORK_FAILED", undefined],
    ["an unknown opcode", () => [frame(5, "x")], "NETWORK_FAILED", undefined],
    ["a masked frame", () => [Buffer.from([0x81, 0x81, 1, 2, 3, 4, 0x60])], "NETWORK_FAILED", undefined],
    ["a ping of 126 bytes", () => [frame(opcode.ping, "a".repeat(126))], "NETWORK_FAILED", undefined],
    ["a continuation of nothing", () => [frame(opcode.continuation, "x")], "NETWORK_FAILED", undefined],
    ["empty fragments without end", () => [frame(opcode.text, "", 0), ...Array.from({ length: 20_000 }, () => frame(opcode.continuation, "", 0))], "NETWORK_FAILED", undefined],
    ["a message in fragments of one byte", () => [frame(opcode.text, "a", 0), ...Array.from({ length: 20_000 }, () => frame(opcode.continuation, "a", 0))], "NETWORK_FAILED", undefined],
  ])("%s", async (_name, frames, code, limit) => {
    const bytes = Buffer.concat([frame(opcode.text, "first"), ...frames()]);
    await using server = await rawServer((socket) => socket.write(bytes));
    await using rig = rigAt();
    const socket = await open(rig, server);
    expect(await rig.call("ws/receive", { socket }, basic)).toMatchObject({ kind: "text", data: "first" });
    expect(await rig.failure("ws/receive", { socket }, basic)).toMatchObject({ code, details: limit === undefined ? {} : { limit } });
    expect(await rig.failure("ws/receive", { socket }, basic)).toMatchObject({ code: "UNKNOWN_HANDLE" });
    await server.idle();
  });

  test("a connection that breaks, amid a frame or not, comes as closed with 1006", async () => {
    for (const rest of [Buffer.alloc(0), frame(opcode.text, "second").subarray(0, 4)]) {
      await using server = await rawServer((socket) => void socket.write(Buffer.concat([frame(opcode.text, "first"), rest]), () => socket.destroy()));
      await using rig = rigAt();
      const socket = await open(rig, server);
      expect(await rig.call("ws/receive", { socket }, basic)).toMatchObject({ data: "first" });
      expect(await rig.call("ws/receive", { socket }, basic)).toMatchObject({ kind: "closed", code: 1006 });
    }
  });
});

describe("floods end in little memory, and the instance goes on", { timeout: 30_000 }, () => {
  async function underFlood(onOpen: (socket: TLSSocket) => void, outcome: (rig: ProxyRig, socket: number) => Promise<void>): Promise<number> {
    await using server = await rawServer(onOpen);
    await using rig = rigAt();
    const socket = await open(rig, server);
    const growth = await rssGrowth(async () => {
      await pause(700);
      await outcome(rig, socket);
    });
    await rig.call("timer/set", { ms: 10 }, basic);
    await rig.release();
    await server.idle();
    return growth;
  }

  const isEnded = async (rig: ProxyRig, socket: number): Promise<void> => {
    expect(await rig.failure("ws/receive", { socket }, basic)).toMatchObject({ code: "NETWORK_FAILED", message: "The server sent more control frames than a WebSocket needs." });
  };

  test.each([opcode.ping, opcode.pong])("control frames (%d)", async (code) => {
    const frames = Buffer.concat(Array.from({ length: 10_000 }, () => frame(code, "a".repeat(100))));
    expect(await underFlood((socket) => flood(socket, frames), isEnded)).toBeLessThan(64 * mebibyte);
  });

  test("empty messages: the server is held up", async () => {
    const frames = Buffer.concat(Array.from({ length: 30_000 }, () => frame(opcode.text)));
    const growth = await underFlood((socket) => flood(socket, frames), async (rig, socket) => {
      for (let round = 0; round < 5000; round += 1) expect((await rig.call("ws/receive", { socket }, basic)).kind).toBe("text");
    });
    expect(growth).toBeLessThan(64 * mebibyte);
  });

  test("a large frame a byte at a time, in records of TLS of its own", async () => {
    const bytes = frame(opcode.binary, Buffer.alloc(SOCKET_MESSAGE_BYTES));
    const growth = await underFlood((socket) => {
      let at = 0;
      const drip = (): void => {
        for (let round = 0; round < 2000 && !socket.destroyed && at < bytes.length; round += 1) socket.write(bytes.subarray(at, (at += 1)));
        if (at < bytes.length) setImmediate(drip);
      };
      drip();
    }, async (rig, socket) => {
      const received = await rig.call("ws/receive", { socket }, basic).catch((error: unknown) => error);
      expect(received).toSatisfy((result: { kind?: string; code?: string }) => result.kind === "binary" || result.kind === "none" || result.code === "NETWORK_FAILED");
    });
    expect(growth).toBeLessThan(128 * mebibyte);
  });

  test("a server that floods while the socket is being closed is cut off", async () => {
    await using server = await rawServer((socket) => flood(socket, frame(opcode.binary, Buffer.alloc(100_000))));
    await using rig = rigAt();
    const socket = await open(rig, server);
    const start = performance.now();
    await rig.call("ws/close", { socket }, basic);
    expect(performance.now() - start).toBeLessThan(3500);
    await server.idle();
  });

  test("sockets that close as soon as they open", async () => {
    await using server = await rawServer((socket) => socket.end(frame(opcode.close, Buffer.from([0x03, 0xe8]))));
    await using rig = rigAt();
    for (let round = 0; round < 40; round += 1) {
      const sockets = await Promise.all([0, 1, 2, 3].map(() => open(rig, server)));
      for (const socket of sockets) expect(await rig.call("ws/receive", { socket }, basic)).toMatchObject({ kind: "closed", code: 1000 });
    }
    await server.idle();
  });
});
