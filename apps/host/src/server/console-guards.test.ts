import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningConsole, startConsole } from "../testing/running-console.ts";

let served: RunningConsole;
let session: string;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** A request with whatever headers a hostile page or program could send; a browser's fetch would not let them through. */
function send(path: string, options: { readonly method?: string; readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {}): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const { port } = served.running.server;
  const headers = { host: `127.0.0.1:${port}`, ...options.headers };
  const outgoing = request({ host: "127.0.0.1", port, path, method: options.method ?? "GET", headers }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on("data", (chunk: Buffer) => chunks.push(chunk));
    answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks).toString() }));
  });
  outgoing.on("error", reject);
  outgoing.end(options.body);
  return promise;
}

const json = { "content-type": "application/json" };
const openSession = (token: string): Promise<Answer> => send("/api/session", { method: "POST", headers: json, body: JSON.stringify({ token }) });
const tokenOf = (address: string): string => new URL(address).hash.replace("#token=", "");

beforeAll(async () => {
  served = await startConsole();
  const answer = await openSession(tokenOf(served.address()));
  session = (JSON.parse(answer.body) as { session: string }).session;
});
afterAll(() => served.close());

describe("the console's server", () => {
  it("opens one session for each printed token, and prints a fresh one", async () => {
    const token = tokenOf(served.address());
    expect((await openSession(token)).status).toBe(200);
    expect((await openSession(token)).status).toBe(403);
    expect(tokenOf(served.address())).not.toBe(token);
  });

  it("refuses every route of the API without a live session", async () => {
    for (const path of ["/api/plugins", "/api/plugins/word-report", "/api/journal"]) expect((await send(path)).status).toBe(403);
    expect((await send("/api/plugins", { headers: { authorization: `Bearer ${session}x` } })).status).toBe(403);
    expect((await send("/api/plugins", { headers: { authorization: `Bearer ${session}` } })).status).toBe(200);
  });

  it("refuses a foreign host, origin and fetch site, even with the session's key", async () => {
    const authorization = `Bearer ${session}`;
    for (const headers of [{ host: "evil.example" }, { host: "127.0.0.1" }, { origin: "https://evil.example" }, { origin: "null" }, { "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }]) {
      expect((await send("/api/plugins", { headers: { authorization, ...headers } })).status).toBe(403);
    }
    expect((await send("/", { headers: { host: "evil.example" } })).status).toBe(403);
  });

  it("takes nothing but JSON, bounded", async () => {
    const authorization = `Bearer ${session}`;
    const path = "/api/plugins/word-report/tools/report";
    expect((await send(path, { method: "POST", headers: { authorization, "content-type": "text/plain" }, body: '{"arguments":{}}' })).status).toBe(422);
    expect((await send(path, { method: "POST", headers: { authorization, ...json }, body: `"${"x".repeat(1_100_000)}"` })).status).toBe(413);
    expect((await send(path, { method: "POST", headers: { authorization, ...json }, body: '{"arguments":{},"more":1}' })).status).toBe(422);
  });

  it("sends a strict policy with every answer", async () => {
    for (const path of ["/", "/api/plugins", "/nothing"]) {
      const { headers } = await send(path);
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
      expect(headers["content-security-policy"]).not.toContain("unsafe");
      expect(headers["x-content-type-options"]).toBe("nosniff");
    }
  });

  it("serves what was built and nothing else", async () => {
    expect((await send("/")).status).toBe(200);
    for (const path of ["/../host.json", "/%2e%2e/host.json", "/page/index.html", "/index.html/.."]) expect([400, 404, 200]).toContain((await send(path)).status);
    expect((await send("/%2e%2e/%2e%2e/package.json")).status).toBe(404);
  });

  it("listens on loopback alone", async () => {
    const { networkInterfaces } = await import("node:os");
    const outside = Object.values(networkInterfaces()).flat().find((one) => one !== undefined && !one.internal && one.family === "IPv4");
    const { connect } = await import("node:net");
    const { promise, resolve } = Promise.withResolvers<string>();
    const socket = connect(served.running.server.port, outside?.address ?? "127.0.0.2");
    socket.once("connect", () => resolve("connected")).once("error", () => resolve("refused"));
    expect(await promise).toBe("refused");
    socket.destroy();
  });
});
