import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { AmbitError, type JsonObject, type JsonValue } from "@ambit/api-types";
import { type WebSocket, WebSocketServer } from "ws";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BothEngines } from "./testing/both-engines.ts";
import { hostSockets } from "./testing/host-sockets.ts";

const engines = new BothEngines();
const http = createServer();
const server = new WebSocketServer({ server: http, handleProtocols: (offered) => (offered.has("v2") ? "v2" : false) });
let port = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  ({ port } = http.address() as AddressInfo);
  server.on("connection", (socket: WebSocket) => socket.on("message", (data: Buffer, binary: boolean) => (String(data) === "bye" ? socket.close(4001, "as asked") : socket.send(data, { binary }))));
});
afterAll(async () => {
  await engines.close();
  server.close();
  http.close();
});

/** The host's side over real sockets; the name `echo.example.dev` is the server of this test. */
function answer(): (method: string, params: JsonObject) => Promise<JsonValue> {
  const sockets = hostSockets((address) => address.replace("wss://echo.example.dev", `ws://127.0.0.1:${port}`));
  return async (method, params) => {
    if (method === "ws/open" && !String(params["url"]).startsWith("wss://echo.example.dev/")) throw new AmbitError("PERMISSION_DENIED", "Not granted.", { method });
    return sockets(method, params);
  };
}

const RUN = `
const events = (socket, until) => new Promise((resolve) => {
  const seen = [];
  for (const type of ["open", "message", "error", "close"]) socket.addEventListener(type, (event) => {
    seen.push(type === "message" ? ["message", event.data instanceof ArrayBuffer ? [...new Uint8Array(event.data)] : event.data] : type === "close" ? ["close", event.code, event.reason, event.wasClean] : type);
    if (type === until) resolve(seen);
  });
});
export const tools = {
  async echo() {
    const socket = new WebSocket("wss://echo.example.dev/live", ["v1", "v2"]);
    const before = socket.readyState;
    const seen = events(socket, "close");
    socket.onopen = () => { socket.send("ü"); socket.send(new Uint8Array([1, 2, 255])); };
    let count = 0;
    socket.onmessage = () => { if (++count === 2) socket.send("bye"); };
    return [before, await seen, socket.readyState, socket.protocol, socket.bufferedAmount];
  },
  async closed() {
    const socket = new WebSocket("https://echo.example.dev/");
    await events(socket, "open");
    const seen = events(socket, "close");
    socket.close(3000, "done");
    socket.send("dropped");
    return [socket.url, await seen, socket.readyState];
  },
  async refused() {
    const socket = new WebSocket("wss://other.example.dev/");
    return events(socket, "close");
  },
  early: () => { const socket = new WebSocket("wss://echo.example.dev/"); try { socket.send("x"); } catch (error) { return error.name; } },
  bad: () => ["ws://x.dev", "wss://x.dev/#f", "nope", "ftp://x.dev"].map((address) => { try { new WebSocket(address); return "made"; } catch (error) { return error.name; } }),
};`;

describe.each(["portable", "fast"] as const)("in the %s engine", (name) => {
  test("messages of both kinds come back, and the server's close is told", async () => {
    const { tool } = await engines.start(engines[name], { files: { "run.js": RUN }, answer: answer() });
    expect(await tool("echo")).toEqual([0, ["open", ["message", "ü"], ["message", [1, 2, 255]], ["close", 4001, "as asked", true]], 3, "v2", 0]);
    expect(await tool("closed")).toEqual(["wss://echo.example.dev/", [["close", 3000, "done", true]], 3]);
  });

  test("a refused host is an error and a close of 1006, and wrong use is refused as the standard does", async () => {
    const { tool } = await engines.start(engines[name], { files: { "run.js": RUN }, answer: answer() });
    expect(await tool("refused")).toEqual(["error", ["close", 1006, "", false]]);
    expect(await tool("early")).toBe("InvalidStateError");
    expect(await tool("bad")).toEqual(["SyntaxError", "SyntaxError", "SyntaxError", "SyntaxError"]);
  });
});
