import type { JsonValue } from "@ambit/api-types";
import { expect, test } from "vitest";
import { startGuest } from "../../testing/started-guest.ts";
import { HostStreams } from "../../testing/host-streams.ts";

/** Runs plugin code whose fetches give streams of these pieces; tells what it came to, and which calls it made. */
async function run(code: string, pieces: readonly string[] = ["one ", "two ", "three"], options: { readonly endless?: boolean } = {}): Promise<{ result: JsonValue; asked: string[]; host: HostStreams }> {
  const host = new HostStreams(pieces, options.endless === true);
  await using guest = await startGuest({ files: `const address = "https://x.dev/"; export const tools = { async run(_args, ctx) { ${code} } };`, answer: host.answer });
  return { result: await guest.tool("run"), asked: host.asked, host };
}

test("a body that streams is read piece by piece, as it is wanted, and to its end", async () => {
  const { result, asked } = await run(`
    const response = await fetch(address);
    const before = [response.bodyUsed, response.body === response.body, response.body.locked];
    const pieces = [];
    for await (const piece of response.body) pieces.push(new TextDecoder().decode(piece));
    return [before, pieces, response.bodyUsed];`);
  expect(result).toEqual([[false, true, false], ["one ", "two ", "three"], true]);
  expect(asked).toEqual(["net/fetch", "stream/read", "stream/read", "stream/read", "stream/read"]);
});

test("nothing is read on before it is wanted, and what is not wanted is closed", async () => {
  const { result, asked } = await run(`
    const response = await fetch(address);
    const reader = response.body.getReader();
    const { value } = await reader.read();
    await reader.cancel("enough");
    const after = await reader.read();
    return [value.length, after.done, await response.text().catch((error) => error.name)];`);
  expect(result).toEqual([4, true, "TypeError"]);
  expect(asked).toEqual(["net/fetch", "stream/read", "stream/close"]);
});

test.each([
  ["text", `await response.text()`, "one two three"],
  ["json", `(await response.json().catch((error) => error.name))`, "SyntaxError"],
  ["bytes", `(await response.bytes()).length`, 13],
  ["an array buffer", `(await response.arrayBuffer()).byteLength`, 13],
  ["a clone beside it", `await (async () => { const clone = response.clone(); return (await Promise.all([response.text(), clone.text()])).join("|"); })()`, "one two three|one two three"],
  ["a body of another response", `await new Response(response.body, { status: 201 }).text()`, "one two three"],
  ["text through a decoder", `(await Array.fromAsync(response.body.pipeThrough(new TextDecoderStream()))).join("")`, "one two three"],
  ["what a transform makes of it", `await new Response(response.body.pipeThrough(new TransformStream({ transform(piece, to) { to.enqueue(piece.slice(0, 1)); } }))).text()`, "ott"],
  ["pipeTo", `await (async () => { const got = []; await response.body.pipeTo(new WritableStream({ write(piece) { got.push(piece.length); } })); return got; })()`, [4, 4, 5]],
  ["tee", `await (async () => { const [a, b] = response.body.tee(); return [(await Array.fromAsync(a)).length, (await Array.fromAsync(b)).length]; })()`, [3, 3]],
  ["a reader with a buffer of its own", `await (async () => { const reader = response.body.getReader({ mode: "byob" }); const { value } = await reader.read(new Uint8Array(3)); return value.length; })()`, 3],
])("a body that streams as %s", async (_what, code, expected) => {
  expect((await run(`const response = await fetch(address); return ${code};`)).result).toEqual(expected);
});

test("used bodies say so, and are not used again", async () => {
  const { result } = await run(`
    const say = (promise) => promise.then(() => "read", (error) => error.name);
    const one = await fetch(address); one.body.getReader();
    const two = await fetch(address); await two.text();
    const three = await fetch(address); await three.body.cancel();
    const whole = new Response("x"); const stream = whole.body; await stream.getReader().read();
    const sayNow = (make) => { try { make(); return "made"; } catch (error) { return error.name; } };
    return [await say(one.text()), one.bodyUsed, await say(two.text()), two.bodyUsed, two.body.locked, three.bodyUsed, whole.bodyUsed, sayNow(() => two.clone()), sayNow(() => one.clone()), sayNow(() => new Response(one.body)), sayNow(() => new Response(stream))];`);
  expect(result).toEqual(["TypeError", false, "TypeError", true, true, true, true, "TypeError", "TypeError", "TypeError", "TypeError"]);
});

test("a request's body may be a stream; the host gets it whole", async () => {
  const { asked, host } = await run(`
    const lines = ReadableStream.from(["a", "b"]).pipeThrough(new TextEncoderStream());
    await fetch(address, { method: "POST", body: lines, duplex: "half" });
    const request = new Request(address, { method: "PUT", body: new Blobless() });
    await fetch(request);
    return null;
    function Blobless() { return new Response("from a response").body; }`);
  expect(asked.filter((method) => method === "net/fetch")).toHaveLength(2);
  expect(host.bodies).toEqual(["ab", "from a response"]);
});

test("a stream that gives no bytes is refused, and one that fails hands its reason on", async () => {
  const { result } = await run(`
    const say = (promise) => promise.then(() => "sent", (error) => error.message);
    return [
      await say(fetch(address, { method: "POST", body: ReadableStream.from(["text"]) })),
      await say(fetch(address, { method: "POST", body: new ReadableStream({ pull() { throw new Error("my own"); } }) })),
      await say(new Response(ReadableStream.from([1])).text()),
    ];`);
  expect(result).toEqual(["A body's stream must give Uint8Arrays.", "my own", "A body's stream must give Uint8Arrays."]);
});

test("a signal ends a body that streams: the reader gets its reason, and the host's stream is closed", async () => {
  const { result, asked } = await run(
    `const controller = new AbortController();
    const response = await fetch(address, { signal: controller.signal });
    const reader = response.body.getReader();
    await reader.read();
    const waits = reader.read().catch((error) => error.name);
    queueMicrotask(() => controller.abort());
    const other = new AbortController();
    const piped = (await fetch(address)).body.pipeTo(new WritableStream(), { signal: other.signal }).catch((error) => error);
    other.abort("my reason");
    return [await waits, await piped];`,
    ["first"],
    { endless: true },
  );
  expect(result).toEqual(["AbortError", "my reason"]);
  expect(asked.filter((method) => method === "stream/close")).toHaveLength(2);
});

test("an answer that is dropped unread is closed on the host", async () => {
  const { asked } = await run(`for (let i = 0; i < 3; i++) await fetch(address); 
    // The engine collects when enough has been made.
    for (let round = 0; round < 20; round++) { const waste = []; for (let i = 0; i < 2000; i++) { const one = {}; one.self = one; waste.push(one); } await null; }
    await fetch(address).then((r) => r.text()); return null;`);
  expect(asked.filter((method) => method === "stream/close")).toHaveLength(3);
});

test("a redirect's own body is closed before the next hop", async () => {
  const host = new HostStreams(["end"]);
  let hops = 0;
  await using guest = await startGuest({
    files: `export const tools = { run: async () => (await fetch("https://x.dev/")).text() };`,
    answer: (method, params) => (method === "net/fetch" && hops++ === 0 ? host.head(302, [["location", "/next"]]) : host.answer(method, params)),
  });
  expect(await guest.tool("run")).toBe("end");
  expect(host.asked.slice(0, 2)).toEqual(["stream/close", "net/fetch"]);
});
