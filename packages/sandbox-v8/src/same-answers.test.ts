import { afterAll, beforeAll, expect, test } from "vitest";
import { probes } from "./testing/probes.ts";
import { BothEngines, type Started } from "./testing/both-engines.ts";

const engines = new BothEngines();
const RUN = `export const tools = { async probe({ code }) {
  try { return ["value", await (0, eval)("(async () => (" + code + "))()")]; } catch (error) { return ["throws", error?.name ?? String(error), error?.code ?? null]; }
} };`;
let fast: Started;
let portable: Started;

beforeAll(async () => {
  const files = { "run.js": RUN, "lib.js": "export const answer = await Promise.resolve(42);" };
  [fast, portable] = await Promise.all([engines.start(engines.fast, { files }), engines.start(engines.portable, { files })]);
});
afterAll(() => engines.close());

test.each(probes)("%s", async (code) => {
  const [one, other] = [await fast.tool("probe", { code }), await portable.tool("probe", { code })];
  expect(one).toEqual(other);
});
