import { type ConnectionRecord, type JudgeFacts, type ScriptAnswer, defaultCeilings } from "@ambit/api-types";
import { compilePolicy, readManifest } from "@ambit/sandbox-permissions";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PackageIndex } from "../testing/package-index.ts";
import { ScriptRunner } from "./script-runner.ts";

const index = new PackageIndex();
const folder = mkdtempSync(join(tmpdir(), "ambit-runner-"));
const facts: JudgeFacts = { accounts: () => [], sharedPorts: () => [], platform: "linux", fenced: () => [], harnessRoots: () => ({}), commandRoots: () => [] };
const tool = { name: "word", description: "Says a word.", script: "tools/word.py" };
const bundleDir = join(folder, "bundle");
const workspace = join(folder, "workspace");
let address = new URL("http://unset.example.dev");

beforeAll(async () => {
  address = await index.listen();
  for (const path of [join(bundleDir, "tools"), workspace]) mkdirSync(path, { recursive: true });
  writeFileSync(join(bundleDir, "requirements.txt"), "ambit-sample==1.0\n");
  writeFileSync(join(bundleDir, "tools/word.py"), "import ambit_sample\nprint(ambit_sample.WORD)\n");
});
afterAll(async () => {
  await index.close();
  rmSync(folder, { recursive: true, force: true });
});

function run(runner: ScriptRunner, onConnection: (record: ConnectionRecord) => void): Promise<ScriptAnswer> {
  const reading = readManifest(JSON.stringify({ id: "words", version: "1.0.0", publisher: "Example", api: 1, tools: [tool] }), "ambit-plugin.json");
  if (!reading.ok) throw new Error("The manifest of this test is wrong.");
  const { manifest } = reading;
  const policy = compilePolicy({ manifest, removed: [], host: { roots: {}, ceilings: defaultCeilings } });
  const surroundings = { facts, onConnection };
  return runner.run({ manifest, policy, tool, args: {}, bundleDir, settings: {}, workspace: { hostPath: workspace, fenced: [], access: "read" }, surroundings });
}

test("packages come from the index that the host names, and the plugin's journal hears of each connection", async () => {
  const local = new URL(address.href.replace("index.example.dev", "localhost"));
  const runner = new ScriptRunner({ python: { packages: { index: local, folder: join(folder, "python") } } });
  const records: ConnectionRecord[] = [];
  expect(await run(runner, (record) => records.push(record))).toEqual({ text: "from the index", changes: [] });
  expect(new Set(records.map(({ target, outcome }) => `${target} ${outcome}`))).toEqual(new Set(["localhost ok"]));
  records.length = 0;
  expect((await run(runner, (record) => records.push(record))).text).toBe("from the index");
  expect(records).toEqual([]);
  await runner.close();
});

test("a host that names no index says who can", async () => {
  const runner = new ScriptRunner();
  expect((await run(runner, () => undefined)).text).toContain("python.packageIndex in host.json");
  await runner.close();
});
