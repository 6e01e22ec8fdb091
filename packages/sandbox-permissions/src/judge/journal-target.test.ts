import { expect, it } from "vitest";
import { hostTarget, nameTarget } from "./journal-target.ts";

it("keeps short printable names", () => {
  expect(hostTarget("api.example.dev")).toBe("api.example.dev");
  expect(nameTarget("workspace")).toBe("workspace");
});

it("leaves whole what may hold a secret, and says nothing of what is too long to be a name", () => {
  const host = `${"s".repeat(63)}.${"t".repeat(63)}.${"u".repeat(63)}.evil.com`;
  expect(hostTarget(host)).toBe(host);
  expect(nameTarget("x".repeat(4096))).toHaveLength(4096);
  for (const target of [hostTarget, nameTarget]) expect(target("s".repeat(100_000))).toBe("[too long]");
});

it("escapes what a terminal or a log reader would act on", () => {
  expect(nameTarget("a\nb\u202e\u001b[2J")).toBe("a\\u000ab\\u202e\\u001b[2J");
  for (const url of ["https://a`b.dev/", "https://é.dev/", "foo://a\u202eb/", "foo://é b/"]) {
    const parsed = URL.parse(url);
    if (parsed !== null) expect(hostTarget(parsed.hostname)).toMatch(/^[\x20-\x7e]*$/);
  }
});
