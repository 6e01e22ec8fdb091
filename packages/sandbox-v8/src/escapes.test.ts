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

/** What V8 alone has: what the surrounding thread makes for an `import()` at the very end of the stack is an error of its own realm. */
test("an error of the surrounding thread, got by an overflow in import, makes no code and takes no change", async () => {
  const found = await fast.tool("probe", {
    code: `
    const found = [];
    const f = () => { try { f(); } catch {} try { import("./none.js").catch((error) => found.push(error)); } catch (error) { found.push(error); } };
    f();
    for (let turn = 0; turn < 100; turn++) await null;
    const strange = found.find((error) => !(error instanceof Error));
    if (strange === undefined) return "none";
    const seen = [];
    const say = (what) => { try { seen.push(what() ?? null); } catch (error) { seen.push("refused"); } };
    const { constructor } = strange;
    say(() => constructor.constructor("return typeof process")());
    say(() => { "use strict"; constructor.prepareStackTrace = () => 1; return constructor.prepareStackTrace?.(); });
    say(() => Reflect.set(Reflect.getPrototypeOf(constructor), "prepareStackTrace", 1) ? "set" : "refused");
    let root = strange; while (Reflect.getPrototypeOf(root) !== null) root = Reflect.getPrototypeOf(root);
    say(() => Reflect.defineProperty(root, "polluted", { value: 1 }) ? "set" : "refused");
    return seen;`,
  });
  expect(found === "none" || found).toEqual(found === "none" ? true : ["refused", "refused", "refused", "refused"]);
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
