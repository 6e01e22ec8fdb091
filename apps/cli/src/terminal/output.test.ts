import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "ambit-cli-"));
afterAll(() => rmSync(folder, { recursive: true }));

const program = fileURLToPath(new URL("../main.ts", import.meta.url));
const hostile = "\\u001b]0;owned\\u0007\\u009b2J\\u202eevil\\r";
const manifest = { id: "loud", version: "1.0.0", publisher: "A stranger", api: 1, run: { js: "run.js" }, tools: [{ name: "say", description: "Says." }, { name: "fail", description: "Fails." }] };
writeFileSync(join(folder, "ambit-plugin.json"), JSON.stringify(manifest));
writeFileSync(join(folder, "run.js"), `export const tools = { say: (_args, ctx) => (ctx.log.info("${hostile}"), "${hostile}"), fail: () => { throw new Error("${hostile}"); } };`);

/** What the program writes as if to a terminal that takes colours. */
function ambit(...words: string[]): { readonly status: number | null; readonly out: string; readonly both: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--conditions=@ambit/source", program, ...words], { cwd: folder, env: { PATH: process.env["PATH"], FORCE_COLOR: "1" }, encoding: "utf8" });
  return { status, out: stdout, both: stdout + stderr };
}

// The only orders are the program's own colours.
const orders = (text: string): readonly string[] => text.replace(/\p{Cc}\[\d{1,2}m/gu, "").match(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu) ?? [];

describe("what a plugin says", () => {
  it.each([["say", 0], ["fail", 1]] as const)("gives a terminal no orders: %s", (tool, code) => {
    for (const json of [[], ["--json"]]) {
      const { status, both } = ambit("run", ".", ...json, "--", tool);
      expect(status).toBe(code);
      expect(orders(both)).toEqual([]);
      expect(both).toContain("evil");
    }
  });

  it("is the same value in JSON", () => {
    expect(JSON.parse(ambit("run", ".", "--json", "--", "say").out)).toEqual({ result: JSON.parse(`"${hostile.replaceAll("\\\\", "\\")}"`) as string });
  });

  it("gives none in its manifest either", () => {
    const bad = mkdtempSync(join(folder, "bad-"));
    writeFileSync(join(bad, "ambit-plugin.json"), '{"id":"x","\\u001b[2J\\u009b":1,"\\u202eabc":2,"\\u202eabc":3}');
    const { status, both } = ambit("inspect", bad);
    expect(status).toBe(2);
    expect(both).toContain("\\u{1b}[2J");
    expect(orders(both)).toEqual([]);
  });

  it("is coloured in no pipe", () => {
    const { stdout, stderr } = spawnSync(process.execPath, ["--conditions=@ambit/source", program, "run", ".", "--", "fail"], { cwd: folder, env: { PATH: process.env["PATH"] }, encoding: "utf8" });
    expect(stdout + stderr).not.toContain("\u001b");
  });
});
