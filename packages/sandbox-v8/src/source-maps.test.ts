import { buildSync } from "esbuild";
import { afterAll, describe, expect, test } from "vitest";
import { BothEngines } from "./testing/both-engines.ts";

const engines = new BothEngines();
afterAll(() => engines.close());

const SOURCE = `interface Order { readonly count: number }

function check(order: Order): number {
  if (order.count < 0) throw new RangeError("negative");
  return order.count;
}

export const tools = {
  check: (order: Order): number => check(order),
  lost: (): null => { void Promise.reject(new Error("nobody waits")); return null; },
};
`;

/** The source bundled as an author's bundler does it. */
function bundled(sourcemap: "inline" | "external" | "linked"): Record<string, string> {
  const { outputFiles } = buildSync({
    stdin: { contents: SOURCE, sourcefile: "src/orders.ts", loader: "ts" },
    bundle: true, format: "esm", minify: true, write: false, outfile: "/out/run.js", sourcemap,
  });
  return Object.fromEntries(outputFiles.map(({ path, text }) => [path.replace("/out/", ""), text]));
}

describe.each(["portable", "fast"] as const)("in the %s engine", (name) => {
  test.each(["inline", "external", "linked"] as const)("an error tells the line of the TypeScript source, by a map that is %s", async (kind) => {
    const { tool, logs } = await engines.start(engines[name], { files: bundled(kind) });
    await expect(tool("check", { count: -1 })).rejects.toMatchObject({ code: "GUEST_ERROR", message: expect.stringMatching(/^RangeError: negative \(src\/orders\.ts:4:\d+\)$/) });
    await tool("lost");
    await expect.poll(() => logs.length).toBe(2);
    expect(logs[0]).toMatchObject({ level: "error", message: expect.stringMatching(/^Tool failed: RangeError: negative\n.*src\/orders\.ts:4:\d+.*\n.*src\/orders\.ts:9:\d+/) });
    expect(logs[1]).toMatchObject({ level: "error", message: expect.stringMatching(/^Unhandled rejection: Error: nobody waits\n.*src\/orders\.ts:10:\d+/) });
    expect(JSON.stringify(logs)).not.toMatch(/file:|node:|\/app\/|\/out\//);
  });

  test.each([
    ["no JSON", "{"],
    ["no map", "[1, 2]"],
    ["another version", '{"version":2,"mappings":5}'],
    ["mappings that are none", '{"version":3,"sources":["a.ts"],"names":[],"mappings":"!!!!"}'],
  ])("a map that is %s changes nothing", async (_what, text) => {
    const { tool } = await engines.start(engines[name], { files: { "run.js": `export const tools = {\n  run() { throw new Error("here"); },\n};`, "run.js.map": text } });
    await expect(tool("run")).rejects.toMatchObject({ code: "GUEST_ERROR", message: expect.stringMatching(/^Error: here \((run\.js:2|a\.ts:\d+):\d+\)$/) });
  });
});
