import { LOG_MESSAGE_BYTES } from "@ambit/api-types";
import { expect, test } from "vitest";
import { startGuest } from "../../testing/started-guest.ts";

/** What one line of plugin code writes to the log. */
async function logged(code: string): Promise<string[]> {
  await using guest = await startGuest(`export const tools = { run() { ${code} } };`);
  await guest.tool("run");
  return guest.logs.map(({ level, message }) => `${level} ${message}`);
}

test("each method of console writes at its level", async () => {
  const lines = await logged(`console.debug("a"); console.log("b"); console.info("c"); console.warn("d"); console.error("e"); console.assert(true, "no"); console.assert(false, "f");`);
  expect(lines).toEqual(["debug a", "info b", "info c", "warn d", "error e", "error Assertion failed f"]);
});

test("values are shown in JavaScript's notation, bounded", async () => {
  expect(await logged(`console.log("text", 1, -0, 2n, true, null, undefined, Symbol("s"), function named() {}, [1, ["x"]], { a: { b: { c: { d: 1 } } }, "b-c": 2 })`)).toEqual([
    'info text 1 0 2n true null undefined Symbol(s) [Function named] [1, ["x"]] { a: { b: { c: [Object] } }, "b-c": 2 }',
  ]);
  expect(await logged(`const loop = {}; loop.loop = loop; console.log(loop, new Map([["k", new Set([1])]]), new Uint8Array(3), new Date(0), class A {}, Array(60).fill(0))`)).toEqual([
    expect.stringMatching(/^info \{ loop: \[Circular\] \} Map\(1\) \{ "k" => Set\(1\) \{ 1 \} \} Uint8Array\(3 bytes\) .*1970.* \[Function A\] \[0, .*… 10 more\]$/),
  ]);
});

test("an error is shown with its place, without the sandbox's frames", async () => {
  const [line] = await logged(`console.error(new TypeError("odd"))`);
  expect(line).toMatch(/^error TypeError: odd\n {4}at run \(run\.js:1:\d+\)/);
  expect(line).not.toContain("ambit:");
});

test("a message is cut before it leaves", async () => {
  const [line] = await logged(`console.log("x".repeat(1e6))`);
  expect(line?.length).toBeLessThanOrEqual(LOG_MESSAGE_BYTES + "info ".length);
});

test("a rejection that nobody handles is logged; one that is handled later in the same run is not", async () => {
  expect(await logged(`Promise.reject(new Error("lost")); const p = Promise.reject(new Error("kept")); queueMicrotask(() => p.catch(() => {}));`)).toEqual([
    expect.stringMatching(/^error Unhandled rejection: Error: lost\n {4}at run \(run\.js:/),
  ]);
});
