import { CREDIT_BYTES, type CallGrant, type CallResult, SOCKET_MESSAGE_BYTES } from "@ambit/api-types";
import { beforeAll, describe, expect, test } from "vitest";
import { netGrant } from "../testing/net-grant.ts";
import { ProxyRig, type RigOptions } from "../testing/proxy-rig.ts";
import { type ServerIdentity, TestAuthority } from "../testing/test-authority.ts";
import { TestProxy } from "../testing/test-proxy.ts";
import { TestServer } from "../testing/test-server.ts";

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

const echo = (): Promise<TestServer> => TestServer.webSocket(identity, (socket) => socket.on("message", (data, isBinary) => socket.send(data, { binary: isBinary })));
const urlOf = (server: TestServer): string => `wss://api.example.com:${server.port}/live?x=1`;

async function open(rig: ProxyRig, server: TestServer, grant: CallGrant = netGrant(urlOf(server))): Promise<number> {
  return (await rig.call("ws/open", { url: urlOf(server) }, { grant })).socket;
}

async function receive(rig: ProxyRig, socket: number, waitMs?: number): Promise<CallResult<"ws/receive">> {
  return rig.call("ws/receive", { socket, ...(waitMs !== undefined && { waitMs }) }, basic);
}

describe("WebSockets over a real server", () => {
  test("send and receive text and bytes, whole and in order", async () => {
    await using server = await echo();
    await using rig = rigAt();
    const socket = await open(rig, server);
    expect(await rig.answer("ws/send", { socket, data: "é" }, basic)).toEqual({ result: { waiting: 0 }, bytesOut: 2 });
    await rig.call("ws/send", { socket, data: "//4=", encoding: "base64", kind: "binary" }, basic);
    await rig.call("ws/send", { socket, data: "" }, basic);
    expect(await rig.answer("ws/receive", { socket }, basic)).toEqual({ result: { kind: "text", data: "é", encoding: "utf8" }, bytesIn: 2 });
    expect(await receive(rig, socket)).toEqual({ kind: "binary", data: "//4=", encoding: "base64" });
    expect(await receive(rig, socket)).toEqual({ kind: "text", data: "", encoding: "utf8" });
    expect(await receive(rig, socket, 0)).toEqual({ kind: "none", data: "", encoding: "utf8" });
  });

  test("the handshake has the grant's URL, the guest's headers and subprotocols, and offers no compression", async () => {
    let seen: NodeJS.Dict<unknown> = {};
    await using server = await TestServer.webSocket(identity, (_socket, request) => (seen = { ...request.headers, url: request.url }), { perMessageDeflate: true });
    await using rig = rigAt();
    const opened = await rig.call("ws/open", { url: "wss://elsewhere.example/", protocols: ["chat", "mqtt"], headers: [["X-Key", "k"], ["x-key", "l"], ["Origin", "https://a.dev"]] }, { grant: netGrant(urlOf(server)) });
    expect(opened.protocol).toBe("chat");
    expect(seen).toMatchObject({ url: "/live?x=1", host: `api.example.com:${server.port}`, "x-key": "k, l", origin: "https://a.dev", "user-agent": "ambit", "sec-websocket-protocol": "chat,mqtt" });
    expect(seen).not.toHaveProperty("sec-websocket-extensions");
  });

  test("the server's end comes as a message, with code and reason; then the handle is gone", async () => {
    await using server = await TestServer.webSocket(identity, (socket) => {
      socket.send("last");
      socket.close(4001, "enough");
    });
    await using rig = rigAt();
    const socket = await open(rig, server);
    expect(await receive(rig, socket)).toMatchObject({ kind: "text", data: "last" });
    expect(await receive(rig, socket)).toEqual({ kind: "closed", data: "", encoding: "utf8", code: 4001, reason: "enough" });
    expect(await rig.failure("ws/receive", { socket }, basic)).toMatchObject({ code: "UNKNOWN_HANDLE" });
    await server.idle();
  });

  test("closing says code and reason to the server, and frees the place", async () => {
    const closed = Promise.withResolvers<unknown>();
    await using server = await TestServer.webSocket(identity, (socket) => socket.on("close", (code, reason) => closed.resolve([code, reason.toString()])));
    await using rig = rigAt();
    const socket = await open(rig, server);
    await rig.call("ws/close", { socket, code: 3000, reason: "bye" }, basic);
    expect(await closed.promise).toEqual([3000, "bye"]);
    expect(await rig.failure("ws/send", { socket, data: "x" }, basic)).toMatchObject({ code: "UNKNOWN_HANDLE" });
    await server.idle();
  });

  test("a call that waits ends in time, or when it is given up, and loses nothing", async () => {
    await using server = await echo();
    await using rig = rigAt({ limits: { callSeconds: 0.4 } });
    const socket = await open(rig, server);
    expect(await receive(rig, socket, 60_000)).toMatchObject({ kind: "none" });
    const controller = new AbortController();
    const givenUp = rig.failure("ws/receive", { socket }, { ...basic, signal: controller.signal });
    controller.abort();
    expect(await givenUp).toMatchObject({ code: "CALL_CANCELLED" });
    await rig.call("ws/send", { socket, data: "late" }, basic);
    expect(await receive(rig, socket)).toMatchObject({ data: "late" });
  });

  test("through the operator's proxy in a tunnel", async () => {
    await using server = await echo();
    await using proxy = await TestProxy.start();
    await using rig = rigAt({ proxySettings: () => ({ url: proxy.url }), resolveName: async () => ["10.0.0.1"] });
    const answer = await rig.answer("ws/open", { url: urlOf(server) }, { grant: netGrant(urlOf(server), "public") });
    expect(answer.note).toBe("judged by name only");
    await rig.call("ws/send", { socket: 1, data: "hello" }, basic);
    expect(await receive(rig, 1)).toMatchObject({ data: "hello" });
    expect(proxy.asked).toMatchObject([{ method: "CONNECT" }]);
  });
});

describe("what is refused", () => {
  test("addresses that the rule does not allow, before a socket is opened", async () => {
    await using server = await echo();
    for (const addresses of [["127.0.0.1"], ["93.184.216.34", "10.0.0.1"]]) {
      await using rig = rigAt({ resolveName: async () => addresses });
      expect(await rig.failure("ws/open", { url: urlOf(server) }, { grant: netGrant(urlOf(server), "public") })).toMatchObject({ code: "PERMISSION_DENIED" });
    }
    expect(server.connections).toBe(0);
  });

  test("a certificate for another name", async () => {
    await using server = await TestServer.webSocket(await authority.issue([{ type: "dns", value: "other.example.com" }]), () => undefined);
    await using rig = rigAt();
    expect(await rig.failure("ws/open", { url: urlOf(server) }, { grant: netGrant(urlOf(server)) })).toMatchObject({ code: "NETWORK_FAILED", message: expect.stringContaining("certificate") as string });
  });

  test("a message past 1 MiB, one that is no text, a reason that is too long, a subprotocol named twice", async () => {
    await using server = await echo();
    await using rig = rigAt();
    const socket = await open(rig, server);
    expect(await rig.failure("ws/send", { socket, data: "a".repeat(SOCKET_MESSAGE_BYTES + 1) }, basic)).toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "socketMessage" } });
    expect(await rig.failure("ws/send", { socket, data: "/w==", encoding: "base64" }, basic)).toMatchObject({ code: "INVALID_PARAMS" });
    expect(await rig.failure("ws/close", { socket, reason: "é".repeat(62) }, basic)).toMatchObject({ code: "INVALID_PARAMS" });
    expect(await rig.failure("ws/open", { url: urlOf(server), protocols: ["a", "a"] }, { grant: netGrant(urlOf(server)) })).toMatchObject({ code: "INVALID_PARAMS" });
    await rig.call("ws/send", { socket, data: "a".repeat(SOCKET_MESSAGE_BYTES) }, basic);
    expect((await receive(rig, socket)).data).toHaveLength(SOCKET_MESSAGE_BYTES);
  });

  test("a fifth socket, those being opened counted", async () => {
    await using server = await echo();
    await using rig = rigAt();
    const results = await Promise.all(Array.from({ length: 5 }, () => open(rig, server).catch((error: unknown) => error)));
    expect(results.filter((result) => typeof result === "number")).toHaveLength(4);
    expect(results[4]).toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "sockets" } });
    expect(server.connections).toBe(4);
    await rig.call("ws/close", { socket: 1 }, basic);
    expect(await open(rig, server)).toBe(5);
  });

  test("a socket of another instance, or whose grant was taken back", async () => {
    await using server = await echo();
    await using rig = rigAt();
    let allowed = true;
    const socket = await open(rig, server, { ...netGrant(urlOf(server)), stillAllowed: () => allowed } as CallGrant);
    const instance = rig.newInstance("instance-2", "another");
    const uses = [["ws/send", { socket, data: "x" }], ["ws/receive", { socket }], ["ws/close", { socket }]] as const;
    for (const [method, params] of uses) expect(await rig.failure(method, params, { ...basic, instance })).toMatchObject({ code: "UNKNOWN_HANDLE" });
    allowed = false;
    expect(await rig.failure("ws/send", { socket, data: "x" }, basic)).toMatchObject({ code: "UNKNOWN_HANDLE" });
    await server.idle();
  });
});

describe("credit", () => {
  test("sending is refused when more than the credit would wait, and goes on when the server reads on", async () => {
    let readOn = (): void => undefined;
    let got = 0;
    await using server = await TestServer.webSocket(identity, (socket) => {
      socket.on("message", (data) => (got += (data as Buffer).length));
      socket.pause();
      readOn = () => socket.resume();
    });
    await using rig = rigAt();
    const socket = await open(rig, server);
    const data = "a".repeat(100_000);
    let sent = 0;
    let refused: unknown;
    while (refused === undefined && sent < 1000) {
      refused = await rig.call("ws/send", { socket, data }, basic).then(() => ((sent += 1), undefined), (error: unknown) => error);
    }
    expect(refused).toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "credit" } });
    readOn();
    while (got < sent * data.length) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await rig.call("ws/send", { socket, data }, basic)).toEqual({ waiting: 0 });
  }, 20_000);

  test("the server is held up while the guest does not receive", async () => {
    let sent = 0;
    const message = Buffer.alloc(64 * 1024, "a");
    await using server = await TestServer.webSocket(identity, (socket) => {
      const send = (): void => {
        sent += 1;
        socket.send(message, (error) => error ?? setImmediate(send));
      };
      send();
    });
    await using rig = rigAt();
    const socket = await open(rig, server);
    const settled = async (): Promise<number> => {
      for (let before = -1; before !== sent; ) {
        before = sent;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      return sent;
    };
    const first = await settled();
    expect(first * message.length).toBeLessThan(16 * 1024 * 1024 + CREDIT_BYTES);
    for (let round = 0; round < first + 100; round += 1) expect((await receive(rig, socket)).kind).toBe("binary");
    expect(await settled()).toBeGreaterThan(first);
  });
});
