import { expect, it } from "vitest";
import { hostTarget, nameTarget } from "./journal-target.ts";

it("keeps short printable names", () => {
  expect(hostTarget("api.example.dev")).toBe("api.example.dev");
  expect(nameTarget("workspace")).toBe("workspace");
});

it("shortens a long host from the left and a long name from the right, to 100 characters", () => {
  const host = hostTarget(`${"s".repeat(200)}.evil.com`);
  expect(host).toHaveLength(100);
  expect(host.endsWith(".evil.com")).toBe(true);
  const name = nameTarget(`git${"x".repeat(100_000)}`);
  expect(name).toHaveLength(100);
  expect(name.startsWith("git")).toBe(true);
});

it("escapes what a terminal or a log reader would act on", () => {
  expect(nameTarget("a\nb\u202e\u001b[2J")).toBe("a\\u000ab\\u202e\\u001b[2J");
  for (const url of ["https://a`b.dev/", "https://é.dev/", "foo://a\u202eb/", "foo://é b/"]) {
    const parsed = URL.parse(url);
    if (parsed !== null) expect(hostTarget(parsed.hostname)).toMatch(/^[\x20-\x7e]*$/);
  }
});
