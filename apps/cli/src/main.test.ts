import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ambit, checkout, type Ended } from "./testing/ambit-program.ts";

const data = mkdtempSync(join(tmpdir(), "ambit-cli-"));

afterAll(() => rmSync(data, { recursive: true }));

const run = (...options: readonly string[]): Promise<Ended> =>
  ambit("run", "examples/word-report", "--data", data, ...options, "--", "report", "--root", "workspace=./docs", "--path", "guide.md");

describe("ambit run", () => {
  it("runs a real WebAssembly plugin on a real file", async () => {
    const { code, out, err } = await run();
    expect(err).toContain("Reads workspace");
    const report = JSON.parse(out) as { words: number; terms: readonly { term: string; count: number }[] };
    expect(code).toBe(0);
    expect(report.words).toBeGreaterThan(300);
    expect(report.terms).toHaveLength(10);
    expect(report.terms.map(({ term }) => term)).toEqual(expect.arrayContaining(["host", "plugin"]));
    expect(report.terms.map(({ count }) => count)).toEqual(report.terms.map(({ count }) => count).toSorted((left, right) => right - left));
  });

  it("runs a component that knows nothing of Ambit, translated once", async () => {
    const folder = join(data, "component-plugin");
    mkdirSync(folder);
    cpSync(join(checkout, "packages/sandbox-wasm/fixtures/hello/hello.component.wasm"), join(folder, "run.wasm"));
    const manifest = { id: "hello", version: "1.0.0", publisher: "Example", api: 1, run: { wasm: "run.wasm", abi: "component" }, limits: { callSeconds: 30, cpuMillis: 10_000 }, tools: [{ name: "greet", description: "Greets." }] };
    writeFileSync(join(folder, "ambit-plugin.json"), JSON.stringify(manifest));
    const { code, out, err } = await ambit("run", folder, "--data", data, "--", "greet");
    expect({ code, out, err }).toMatchObject({ code: 0, out: expect.stringContaining("hello") as string });
    expect(readdirSync(join(data, "components"))).toHaveLength(1);
  });

  it("ends in PERMISSION_DENIED without the permission, and the journal has it", async () => {
    const { code, err } = await run("--deny", "files:read:workspace");
    expect(code).toBe(1);
    expect(err).toContain("PERMISSION_DENIED");
    const { out } = await ambit("journal", "--data", data, "--outcome", "refused", "--json");
    const records = out.trim().split("\n").map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(records).toContainEqual(expect.objectContaining({ plugin: "word-report", method: "fs/stat", target: "workspace", code: "PERMISSION_DENIED" }));
    expect(out).not.toContain("guide.md");
    const file = join(data, "journal.jsonl");
    expect((await ambit("journal", "--data", data, "--export", file)).code).toBe(0);
    const exported = (await readFile(file, "utf8")).trim().split("\n").map((line) => (JSON.parse(line) as { seq: number }).seq);
    expect(exported.length).toBeGreaterThan(records.length);
    expect(exported).toEqual(exported.toSorted((a, b) => a - b));
    expect((await ambit("journal", "--data", data, "--export", file)).code).not.toBe(0);
  });

  it("puts the plugin into a process of its own where that is asked for", async () => {
    const asked = ["run", "examples/word-report", "--data", data, "--root", "workspace=./docs", "--isolation"];
    const tool = ["--", "report", "--path", "guide.md"];
    expect((await ambit(...asked, "process", ...tool)).code).toBe(0);
    const { out } = await ambit("journal", "--data", data, "--json", "--last", "1000");
    expect(out.split("\n").filter((line) => line.includes('"plugin/start"')).at(-1)).toContain('"backend":"wasm-process"');
    expect((await ambit(...asked, "container", ...tool)).err).toContain("--isolation is thread or process");
  });

  it("prints errors as JSON where that was asked for", async () => {
    const { code, out } = await run("--json", "--deny", "files:nothing");
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ error: { data: { code: "INVALID_PARAMS" } } });
  });

  it("runs JavaScript in the engine that is asked for, with the same answer, and knows no other", async () => {
    const plugin = join(data, "engines");
    await ambit("init", plugin);
    const answers = await Promise.all(["portable", "fast"].map((engine) => ambit("run", plugin, "--data", join(data, engine), "--engine", engine, "--json", "--", "greet", "--name", "Ada")));
    expect(answers).toMatchObject([{ code: 0 }, { code: 0 }]);
    expect(answers[1]?.out).toBe(answers[0]?.out);
    const journal = await ambit("journal", "--data", join(data, "fast"), "--json");
    expect(journal.out).toContain('"backend":"v8-process"');
    expect((await ambit("run", plugin, "--engine", "quick", "--", "greet")).code).toBe(2);
  });

  it("says which tools there are when none or a wrong one was named", async () => {
    const { code, err } = await ambit("run", "examples/word-report", "--data", data, "--root", "workspace=./docs", "--", "count");
    expect(code).toBe(2);
    expect(err).toContain("It has report.");
  });
});

describe("ambit inspect", () => {
  it("needs no folder for a root to show what is asked for", async () => {
    const { code, out } = await ambit("inspect", "examples/link-check", "--data", data);
    expect(code).toBe(0);
    expect(out).toContain("Reads workspace");
    expect(out).toContain('no root "workspace"');
  });

  it("shows every line with its key", async () => {
    const { code, out } = await ambit("inspect", "examples/word-report", "--data", data, "--root", "workspace=./docs");
    expect(code).toBe(0);
    expect(out).toContain("files:read:workspace");
  });
});

describe("a place that is not there", () => {
  it.each([["inspect"], ["install"], ["import"], ["run"]])("is named by ambit %s as it was typed", async (command) => {
    const { code, err } = await ambit(command, "./no-such/place", ...(command === "run" ? ["--", "x"] : []));
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining("./no-such/place: there is no such folder or archive.") as string });
  });
});

describe("ambit doctor", () => {
  it("names the backends, and each layer of confinement with what makes it hold or what to do", async () => {
    const { out } = await ambit("doctor", "--json");
    const { checks } = JSON.parse(out) as { checks: readonly { name: string; ok: boolean; detail: string; remedy?: string; optional?: boolean }[] };
    expect(checks).toEqual(expect.arrayContaining([expect.objectContaining({ name: "backend wasm", ok: true }), expect.objectContaining({ name: "backend js", ok: true }), expect.objectContaining({ name: "backend js-process", ok: true }), expect.objectContaining({ name: "backend v8-process", ok: true })]));
    const layers = checks.filter(({ name }) => name.startsWith("confinement "));
    expect(layers.map(({ name }) => name.slice("confinement ".length))).toEqual(["namespaces", "seccomp", "user", "rlimits", "time", "processes", "memory", "cpu"]);
    for (const { ok, detail, remedy, optional } of layers) expect(ok ? detail : `${remedy} ${optional}`).toMatch(ok ? /./ : /\. true$/);
  });
});

describe("a wrong command line", () => {
  it("ends with the code for wrong usage", async () => {
    expect((await ambit("fly")).code).toBe(2);
    expect((await ambit("journal", "--data", join(data, "nothing"))).code).toBe(2);
  });
});
