import { AmbitError, type JsonValue } from "@ambit/api-types";
import { expect, test } from "vitest";
import { startGuest } from "../../testing/started-guest.ts";
import { fetchOnce, startWebServer, type WebServer } from "../../testing/web-server.ts";

/** Runs plugin code that knows the servers' origins as `a` and `b`. */
async function run(code: string, a: WebServer, b: WebServer = a): Promise<JsonValue> {
  const answer = async (method: string, params: object): Promise<JsonValue> => {
    if (method !== "net/fetch") throw new AmbitError("PERMISSION_DENIED", "No.");
    const result = await fetchOnce(params as never).catch(() => undefined);
    if (result === undefined) throw new AmbitError("NETWORK_FAILED", "The server did not answer.");
    return result as unknown as JsonValue;
  };
  await using guest = await startGuest({ files: `export const tools = { async run({ a, b }) { ${code} } };`, answer });
  return await guest.tool("run", { a: a.origin, b: b.origin });
}

test("an answer has its status, headers, and a body as text, JSON or bytes, used once", async () => {
  await using server = await startWebServer((incoming, response) => {
    response.setHeader("set-cookie", ["a=1", "b=2"]);
    if (incoming.url === "/bytes") return response.end(Buffer.from([0, 255, 1]));
    response.writeHead(201, "Made", { "content-type": "application/json" }).end('{"x":"ä"}');
  });
  const got = await run(
    `const one = await fetch(a + "/json"); const clone = one.clone();
    const two = await fetch(new Request(a + "/bytes"));
    const again = await one.json().then(() => one.text()).catch((error) => error.name);
    return [one.ok, one.status, one.statusText, one.headers.get("Content-Type"), one.headers.getSetCookie(), one.url === a + "/json", one.redirected, again, await clone.text(), [...(await two.bytes())], (await fetch(a + "/bytes").then((r) => r.arrayBuffer())).byteLength];`,
    server,
  );
  expect(got).toEqual([true, 201, "Made", "application/json", ["a=1", "b=2"], true, false, "TypeError", '{"x":"ä"}', [0, 255, 1], 3]);
});

test("a request carries its method, headers and body, text or bytes", async () => {
  await using server = await startWebServer((_incoming, response) => void response.end("ok"));
  await run(
    `await fetch(a, { method: "post", body: JSON.stringify({ a: 1 }), headers: { "x-mine": "1" } });
    await fetch(a, { method: "PUT", body: new Uint8Array([104, 105]) });
    await fetch(a, { method: "POST", body: new URLSearchParams({ q: "a b" }) });
    await fetch(new Request(a + "/p#frag", { method: "DELETE" }), { headers: [["y", "2"]] });`,
    server,
  );
  expect(server.seen.map(({ method, url, body, headers }) => [method, url, body, headers["content-type"], headers["x-mine"] ?? headers["y"]])).toEqual([
    ["POST", "/", '{"a":1}', "text/plain;charset=UTF-8", "1"],
    ["PUT", "/", "hi", undefined, undefined],
    ["POST", "/", "q=a+b", "application/x-www-form-urlencoded;charset=UTF-8", undefined],
    ["DELETE", "/p", "", undefined, "2"],
  ]);
});

test("redirects are followed hop by hop, by the standard's rules for methods and bodies", async () => {
  await using server = await startWebServer((incoming, response) => {
    const status = Number(incoming.url?.slice(1));
    if (status > 0) response.writeHead(status, { location: "/end" });
    response.end("end");
  });
  const got = await run(
    `const out = [];
    for (const [status, method] of [[301, "POST"], [302, "POST"], [303, "PUT"], [303, "HEAD"], [307, "POST"], [308, "PUT"], [301, "GET"]]) {
      const response = await fetch(a + "/" + status, { method, ...(method !== "GET" && method !== "HEAD" && { body: "data" }) });
      out.push([response.redirected, response.url === a + "/end"]);
    }
    return out;`,
    server,
  );
  expect(got).toEqual(Array(7).fill([true, true]));
  const ends = server.seen.filter(({ url }) => url === "/end").map(({ method, body, headers }) => [method, body, headers["content-type"] !== undefined]);
  expect(ends).toEqual([["GET", "", false], ["GET", "", false], ["GET", "", false], ["HEAD", "", false], ["POST", "data", true], ["PUT", "data", true], ["GET", "", false]]);
});

test("what can carry a credential is dropped when the origin changes, and kept when it does not", async () => {
  await using other = await startWebServer((_incoming, response) => void response.end("other"));
  await using first = await startWebServer((incoming, response) => void response.writeHead(302, { location: incoming.url === "/away" ? `${other.origin}/end` : "/away" }).end());
  await run(`await fetch(a + "/start", { headers: { authorization: "Bearer s", cookie: "c=1", "x-api-key": "k", accept: "text/html" } })`, first);
  const kept = ({ headers }: WebServer["seen"][number]): unknown[] => [headers.authorization, headers.cookie, headers["x-api-key"], headers.accept];
  expect(first.seen.map(kept)).toEqual(Array(2).fill(["Bearer s", "c=1", "k", "text/html"]));
  expect(other.seen.map(kept)).toEqual([[undefined, undefined, undefined, "text/html"]]);
});

test("five redirects are followed and a sixth is not; manual and error mean what they say", async () => {
  await using server = await startWebServer((incoming, response) => {
    const left = Number(incoming.url?.slice(1));
    if (left > 0) response.writeHead(302, { location: `/${left - 1}` });
    response.end("end");
  });
  const got = await run(
    `const say = (error) => error.name + ": " + error.message;
    return [await fetch(a + "/5").then((r) => r.text()), await fetch(a + "/6").catch(say), (await fetch(a + "/1", { redirect: "manual" })).status, await fetch(a + "/1", { redirect: "error" }).catch(say)];`,
    server,
  );
  expect(got).toEqual(["end", "TypeError: The server redirects more than 5 times.", 302, expect.stringMatching(/^TypeError: The server redirects, and/)]);
});

test.each(["javascript:alert(1)", "file:///etc/passwd", "http://", "data:,x"])("a redirect to %s is not followed", async (location) => {
  await using server = await startWebServer((_incoming, response) => void response.writeHead(302, { location }).end());
  expect(await run(`return fetch(a).catch((error) => error.name)`, server)).toBe("TypeError");
});

test("a refused or failed call rejects with the host's error", async () => {
  const gone = await startWebServer(() => {});
  await gone[Symbol.asyncDispose]();
  expect(await run(`return fetch(a).catch((error) => [error instanceof Error, error.name, error.code])`, gone)).toEqual([true, "AmbitError", "NETWORK_FAILED"]);
  await using guest = await startGuest(`export const tools = { run: () => fetch("https://no.example.dev/") };`);
  await expect(guest.tool("run")).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
});

test("a signal ends the wait, with its reason", async () => {
  await using server = await startWebServer(() => {});
  const got = await run(
    `const controller = new AbortController();
    const waiting = fetch(a, { signal: controller.signal }).catch((error) => [error.name, error === controller.signal.reason]);
    queueMicrotask(() => controller.abort());
    return [await waiting, await fetch(a, { signal: AbortSignal.abort("why") }).catch((reason) => reason)];`,
    server,
  );
  expect(got).toEqual([["AbortError", true], "why"]);
});

test("what is no URL, method, header or body is a TypeError that says so", async () => {
  await using server = await startWebServer((_incoming, response) => void response.end("ok"));
  const got = (await run(
    `const say = (promise) => promise.then(() => "taken", (error) => error.name);
    return Promise.all([fetch("/relative"), fetch(a, { method: "G T" }), fetch(a, { headers: { "a b": "1" } }), fetch(a, { headers: { a: "x\\r\\ny: 1" } }), fetch(a, { body: "x" }), fetch(a, { method: "POST", body: { a: 1 } }), fetch(a, { redirect: "sometimes" })].map(say));`,
    server,
  )) as string[];
  expect(got).toEqual(Array(7).fill("TypeError"));
});
