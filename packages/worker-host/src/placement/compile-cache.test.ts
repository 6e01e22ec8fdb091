import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const testing = (name: string): string => new URL(`../testing/${name}.ts`, import.meta.url).href;
/** A program that starts one sandbox and tells where its own cache is and what its guest finds. */
const program = `
  import { getCompileCacheDir } from "node:module";
  const { createWorkerBackend } = await import(${JSON.stringify(new URL("../backend/worker-backend.ts", import.meta.url).href)});
  const { testEngine, testSpec } = await import(${JSON.stringify(testing("test-engine"))});
  const backend = createWorkerBackend(testEngine);
  const sandbox = await backend.create(testSpec());
  const found = await sandbox.call("surroundings", null);
  await sandbox.dispose();
  await backend.close();
  console.log(JSON.stringify({ cache: getCompileCacheDir() ?? null, found }));
`;

function run(env: Record<string, string>): { readonly cache: string | null; readonly found: unknown } {
  const text = execFileSync(process.execPath, ["--conditions=@ambit/source", "--input-type=module", "-e", program], { env, encoding: "utf8" });
  return JSON.parse(text) as { cache: string | null; found: unknown };
}

test("workers keep what they compiled where the application does, and their guests are not told", () => {
  const folder = mkdtempSync(join(tmpdir(), "ambit-cache-"));
  try {
    const { cache, found } = run({ NODE_COMPILE_CACHE: folder });
    expect(found).toEqual({ env: {}, argv: [] });
    // Node makes a folder of its own version in the one it is given, and so does a worker in its application's.
    const inner = readdirSync(cache ?? "", { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(inner.flatMap(({ name }) => readdirSync(join(cache ?? "", name)))).not.toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("an application without a cache gets none from its workers", () => {
  expect(run({})).toEqual({ cache: null, found: { env: {}, argv: [] } });
});
