import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

const root = new URL("..", import.meta.url).pathname;
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ambit-cases-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const row = (id: string, expected: string, kind = "net"): string =>
  JSON.stringify({ id, kind, title: "t", input: { allow: ["api.example.com"], url: "https://api.example.com/", resolved: ["93.184.216.34"] }, expected_decision: expected });

function run(rows: readonly string[]): { readonly code: number; readonly text: string } {
  writeFileSync(join(folder, "net.jsonl"), rows.join("\n"));
  try {
    const text = execFileSync(process.execPath, ["--conditions=@ambit/source", "tools/cases/main.ts", folder], { cwd: root, encoding: "utf8" });
    return { code: 0, text };
  } catch (error) {
    const failed = error as { status: number; stdout: string };
    return { code: failed.status, text: failed.stdout };
  }
}

it("passes a folder whose cases end as they should", () => {
  expect(run([row("net-1", "allow")])).toEqual({ code: 0, text: "1 passed, 0 failed\n" });
});

it("prints both decisions of a case that does not", () => {
  const { code, text } = run([row("net-1", "deny"), row("net-2", "allow")]);
  expect(code).toBe(1);
  expect(text).toContain("net-1 t: expected deny, got allow");
  expect(text).toMatch(/1 passed, 1 failed\n$/);
});

it("fails what no adapter can run", () => {
  expect(run([row("x-1", "allow", "unheard-of")]).text).toMatch(/not run: no adapter.*\n0 passed, 1 failed\n$/);
});

it("fails a line that is no case, a second one of its id, and a case that throws, and runs the others", () => {
  const { code, text } = run([row("net-1", "allow"), "{ no json", "[]", '{"id":"a","kind":"net"}', row("net-2", "refused"), row("net-1", "allow"), row("net-3", "allow").replace('"allow":[', '"op":"smoke","allow":['), row("net-4", "allow")]);
  expect(code).toBe(1);
  for (const words of ["no JSON", "no object", "has an input", "expected_decision, one of", "of this id", "unknown op"]) expect(text).toContain(words);
  expect(text).toMatch(/\n2 passed, 6 failed\n$/);
});

it("tells of a field that nobody understands", () => {
  const odd = JSON.stringify({ id: "net-1", kind: "net", title: "t", input: { allow: [], url: "https://a.example.com/", dns: "slow" }, expected_decision: "deny" });
  expect(run([odd]).text).toMatch(/net-1 t: no adapter understands its field "dns".*\n1 passed, 0 failed\n$/);
});
