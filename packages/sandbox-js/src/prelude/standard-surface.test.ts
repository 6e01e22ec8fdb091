import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { startGuest } from "../testing/started-guest.ts";

// Each is evaluated in the sandbox and in Node; what they come to, or the name of what they throw, must be the same.
const expressions = [
  `new URLSearchParams({ a: "1 2", b: "ü" }).toString()`,
  `new URLSearchParams([["a", "1"], ["a", "2"]]).getAll("a")`,
  `new URLSearchParams(new URLSearchParams("a=1&b=%20")).toString()`,
  `new URLSearchParams(new Map([["x", "y"]])).toString()`,
  `new URLSearchParams([["a"]])`,
  `[...new URLSearchParams("?a=1&b")]`,
  `((u) => { u.sort(); u.delete("a", "1"); u.set("c", "3"); return [u.toString(), u.size, u.has("a", "2"), u.get("zz")]; })(new URLSearchParams("b=1&a=2&a=1"))`,
  `((u) => { u.searchParams.append("b", "2"); const s = u.searchParams; u.search = "?z=9"; return [u.href, s.get("z"), s === u.searchParams]; })(new URL("https://x.dev/?a=1"))`,
  `[URL.parse("x"), URL.canParse("x"), URL.parse("../b", "https://x.dev/a/c").href, new URL("https://ü.dev").hostname]`,
  `new URL("nope")`,
  `((u) => [u.username, u.password, u.host, u.port, u.origin, u.pathname, u.search, u.hash, u.protocol])(new URL("https://a:b@x.dev:8443/p?q#h"))`,
  `[...new Headers([["B", "1"], ["a", "2"], ["b", "3"]])]`,
  `((h) => { h.append("set-cookie", "a"); h.append("set-cookie", "b"); return [[...h], h.getSetCookie(), h.has("Set-Cookie")]; })(new Headers({ x: " y " }))`,
  `new Headers({ "a b": "1" })`,
  `new Headers(new Headers({ x: "1" })).get("X")`,
  `[...new TextEncoder().encode("ü€😀\\ud800")]`,
  `[new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 65, 0xff])), new TextDecoder("utf-8", { ignoreBOM: true }).decode(new Uint8Array([0xef, 0xbb, 0xbf])).length]`,
  `new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array([0xff]))`,
  `((d) => d.decode(new Uint8Array([0xe2, 0x82]), { stream: true }) + d.decode(new Uint8Array([0xac])))(new TextDecoder())`,
  `((a) => { a.self = a; const b = structuredClone(a); return [b.self === b, b !== a, b.when.getTime(), [...b.map], b.error.message]; })({ when: new Date(5), map: new Map([[1, new Set([2])]]), error: new RangeError("x") })`,
  `structuredClone(() => {})`,
  `[atob("aGk="), btoa("hi")]`,
  `atob("*")`,
  `btoa("€")`,
  `[crypto.randomUUID().length, crypto.getRandomValues(new Uint8Array(4)).length]`,
  `((c) => { const got = []; c.signal.addEventListener("abort", (event) => got.push(event.type, c.signal.reason.name)); c.signal.onabort = () => got.push("on"); c.abort(); c.abort(); return [got.sort(), c.signal.aborted]; })(new AbortController())`,
  `AbortSignal.any([new AbortController().signal, AbortSignal.abort("why")]).reason`,
  `new AbortSignal()`,
  `AbortSignal.abort().throwIfAborted()`,
  `((t) => { let n = 0; t.addEventListener("x", () => n++, { once: true }); t.addEventListener("x", { handleEvent: () => n += 10 }); t.dispatchEvent(new Event("x")); t.dispatchEvent(new Event("x")); return n; })(new EventTarget())`,
  `((r) => [r.status, r.ok, r.headers.get("content-type"), r.url, r.type, r.redirected])(new Response("x", { status: 404, headers: { a: "b" } }))`,
  `Response.json({ a: 1 }).headers.get("content-type")`,
  `new Response("x", { status: 204 })`,
  `new Response(null, { status: 99 })`,
  `((r) => [r.method, r.url, r.headers.get("content-type"), r.redirect, r.clone().method])(new Request("https://x.dev/a?b", { method: "post", body: "x" }))`,
  `new Request("https://x.dev/", { body: "x" })`,
  `[typeof queueMicrotask, typeof setTimeout, typeof clearInterval, typeof performance.now(), performance.timeOrigin > 0]`,
  `[[3, 1].toSorted(), Object.groupBy([1, 2], (n) => n % 2), new Set([1]).union(new Set([2])).size, Array.from({ length: 2 }).length, "a\\ud800".toWellFormed(), /(?<y>\\d)/v.exec("1").groups.y]`,
  `(() => { class A { #x = 1; static { this.y = 2; } get x() { return this.#x; } } return [new A().x, A.y, 2n ** 64n > 1, 1_000 ** 2, null ?? "d", {}?.a?.b ?? 0]; })()`,
];

const outcome = (expression: string): string => `(() => { try { return ["value", (${expression})]; } catch (error) { return ["throws", error.name]; } })()`;

test.each(expressions)("%s", async (expression) => {
  await using guest = await startGuest(`export const tools = { run: () => ${outcome(expression)} };`);
  const names = Object.getOwnPropertyNames(globalThis).filter((name) => !name.endsWith("Storage"));
  const globals = Object.fromEntries(names.map((name) => [name, (globalThis as Record<string, unknown>)[name]]));
  const inNode = JSON.parse(JSON.stringify(runInNewContext(outcome(expression), globals))) as unknown;
  expect(await guest.tool("run")).toEqual(inNode);
});

test.each([
  ["new Intl.DateTimeFormat()", "Intl"],
  ["process.exit(1)", "process"],
  ["Buffer.from('x')", "Buffer"],
  ["require('fs')", "require"],
  ["new WebAssembly.Module(new Uint8Array())", "WebAssembly"],
  ["new XMLHttpRequest()", "XMLHttpRequest"],
])("%s ends in an error that names what is missing", async (code, name) => {
  await using guest = await startGuest(`export const tools = { run() { return ${code}; } };`);
  await expect(guest.tool("run")).rejects.toMatchObject({ code: "GUEST_ERROR", message: expect.stringContaining(`(this sandbox does not offer ${name})`) });
});

test("a blob and a form end in an error that names them", async () => {
  await using guest = await startGuest(`export const tools = { async run() {
    const say = async (get) => { try { await get(); } catch (error) { return error.message; } };
    return [await say(() => new Response("x").blob()), await say(() => new Response("x").formData())];
  } };`);
  expect(await guest.tool("run")).toEqual([expect.stringContaining("Blob"), expect.stringContaining("FormData")]);
});

test("instances from the one image have a random source, a clock and a timezone of their own", async () => {
  const source = `export const tools = { run: () => ({ random: [Math.random(), Math.random()], ids: crypto.randomUUID(), now: performance.now(), zone: new Date(0).getTimezoneOffset() }) };`;
  await using first = await startGuest(source);
  await using second = await startGuest(source);
  const [one, two] = [await first.tool("run"), await second.tool("run")] as unknown as { random: number[]; ids: string; now: number; zone: number }[];
  expect(one?.random).not.toEqual(two?.random);
  expect(one?.ids).not.toBe(two?.ids);
  expect(one?.random.concat(two?.random ?? []).every((value) => value >= 0 && value < 1)).toBe(true);
  expect(one?.now).toBeLessThan(60_000);
  expect(one?.zone).toBe(0);
});
