import { afterAll, beforeAll, expect, test } from "vitest";
import { v8InnerBackend } from "./v8-backend.ts";
import { BothEngines, type Started } from "./testing/both-engines.ts";

const engines = new BothEngines();
let fast: Started;

beforeAll(async () => {
  fast = await engines.start(engines.fast, {
    files: { "run.js": `export const tools = { async probe({ code }) { return await (0, eval)("(async () => {" + code + "})()"); } };`, "lib.js": "export const answer = 1;" },
    answer: () => ({ found: false, value: null }),
  });
});
afterAll(() => engines.close());

/** Objects that plugin code gets from what surrounds it; each must be of the plugin's own realm, and lead nowhere. */
const ways: Readonly<Record<string, string>> = {
  "a global function": `return fetch;`,
  "the console": `return console.log;`,
  "a method of the platform": `return crypto.getRandomValues;`,
  "bytes from the platform": `return new TextEncoder().encode("x");`,
  "a digest": `return await crypto.subtle.digest("SHA-256", new Uint8Array(1));`,
  "a stream": `return new Response("x").body;`,
  "what a stream hands to its source": `let given; new ReadableStream({ start(controller) { given = controller; } }); return given;`,
  "what makes the streams": `return ReadableStream;`,
  "a promise of import": `return import("./lib.js");`,
  "a module": `return (await import("./lib.js")).constructor ?? {};`,
  "an error of import": `return import("./none.js").catch((error) => error);`,
  "a syntax error": `try { eval("let = let"); } catch (error) { return error; }`,
  "an error of the platform": `try { new URL("nope"); } catch (error) { return error; }`,
  "an error of a refused call": `return fetch("https://x.dev/").catch((error) => error);`,
  "an overflow inside of the door": `const found = []; const f = () => { try { f(); } catch (error) { found.push(error); } try { console.log("x"); } catch (error) { found.push(error); } }; f(); return found.find((error) => !(error instanceof Error)) ?? found[0];`,
  "an overflow inside of the platform": `const found = []; const f = () => { try { f(); } catch (error) { found.push(error); } try { new URL("https://x.dev/"); crypto.randomUUID(); btoa("x"); } catch (error) { found.push(error); } }; f(); return found.find((error) => !(error instanceof Error)) ?? found[0];`,
  "a frame's function": `const old = Error.prepareStackTrace; Error.prepareStackTrace = (_error, frames) => frames; const frames = new Error("x").stack; Error.prepareStackTrace = old; return frames.map((frame) => frame.getFunction() ?? frame.getThis()).find((found) => found !== undefined) ?? {};`,
  "the arguments' callee": `return (function () { return arguments; })();`,
  "a proxy given to the door": `const seen = []; const spy = new Proxy({}, { get(_t, key, self) { seen.push(self); return undefined; }, ownKeys() { return []; } }); console.log(spy); return seen[0] ?? {};`,
};

test.each(Object.entries(ways))("%s leads to no function of another realm, and to nothing of Node", async (_what, code) => {
  const answer = await fast.tool("probe", {
    code: `
    const thing = await (async () => { ${code} })();
    const maker = (value) => value?.constructor?.constructor;
    const tried = [maker(thing), maker(Object.getPrototypeOf(Object(thing)))].filter((each) => typeof each === "function");
    return tried.map((make) => { try { return make("return typeof process + typeof require + typeof globalThis.Buffer")(); } catch (error) { return String(error.message); } }).concat(tried.every((make) => make === Function));`,
  });
  expect(answer).toEqual([...(answer as string[]).slice(0, -1).map(() => "undefinedundefinedundefined"), true]);
});

test("no stack tells of what is around the plugin", async () => {
  const stack = await fast.tool("probe", { code: `const f = () => { throw new Error("x"); }; try { f(); } catch (error) { return error.stack; }` });
  expect(stack).toMatch(/^Error: x\n {4}at f \(/);
  expect(stack).not.toMatch(/file:|node:|ambit:|\/app|worker/);
});

test("the inner backend makes nothing in a process that is not confined", async () => {
  const inner = v8InnerBackend();
  expect(await inner.isAvailable()).toMatchObject({ available: false, remedy: expect.stringContaining("v8Backend") });
  await expect(engines.start(inner, { files: { "run.js": "export const tools = {};" } })).rejects.toMatchObject({ code: "BACKEND_UNAVAILABLE" });
  await inner.close();
});
