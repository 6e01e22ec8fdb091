import { expect, test } from "vitest";
import { execTermsSchema } from "./exec-terms.ts";
import { sandboxLimitsSchema } from "./sandbox-limits.ts";
import { SANDBOX_TAG_RE, sandboxNameSchema } from "./sandbox-names.ts";
import { isSandboxPath } from "./sandbox-roots.ts";

const terms = { command: "true", timeoutMs: 1000, maxOutputBytes: 10, tag: "ab", actor: { accountId: "a", conversationId: "c" } };
const limits = { cpu: 1, memoryMb: 512, diskMb: 64, egress: "none", allowHosts: [] };

test("a tag holds nothing that means something to a shell, and is a UUID at least", () => {
  for (const tag of ["ab", "ab-cd", "6f0c1f3e-8f1b-4b6e-9a0e-0d9f3a1c2b4d", "A_1"]) expect(SANDBOX_TAG_RE.test(tag)).toBe(true);
  for (const tag of ["", "-a", "a b", "a;b", "a\n", "a=b", "a".repeat(129), "é"]) expect(SANDBOX_TAG_RE.test(tag)).toBe(false);
});

test("a command's terms are bounded, and unknown ones refused", () => {
  expect(execTermsSchema.safeParse(terms).success).toBe(true);
  expect(execTermsSchema.safeParse({ ...terms, cwd: "/workspace", env: { A: "1" } }).success).toBe(true);
  const wrong = [{ command: "" }, { command: "a\0b" }, { cwd: "a" }, { env: { "A=B": "1" } }, { env: { A: "\0" } }, { timeoutMs: 0 }, { timeoutMs: Number.POSITIVE_INFINITY }, { maxOutputBytes: -1 }, { tag: "a b" }, { actor: {} }, { shell: "bash" }];
  for (const change of wrong) expect(execTermsSchema.safeParse({ ...terms, ...change }).success, JSON.stringify(change)).toBe(false);
});

test("limits are positive numbers and one of three ways out", () => {
  expect(sandboxLimitsSchema.safeParse(limits).success).toBe(true);
  for (const change of [{ cpu: 0 }, { memoryMb: 1.5 }, { diskMb: 0 }, { egress: "some" }, { allowHosts: [""] }, { gpu: 1 }]) expect(sandboxLimitsSchema.safeParse({ ...limits, ...change }).success, JSON.stringify(change)).toBe(false);
});

test("names and paths have one form", () => {
  for (const name of ["ambit-env-1", "a.b_c"]) expect(sandboxNameSchema.safeParse(name).success).toBe(true);
  for (const name of ["a", "../a", "A-b", "-ab", "a/b"]) expect(sandboxNameSchema.safeParse(name).success).toBe(false);
  for (const path of ["/", "/workspace/a b\n"]) expect(isSandboxPath(path)).toBe(true);
  for (const path of ["", "a", "/a\0", `/${"a".repeat(4096)}`, "/\ud800"]) expect(isSandboxPath(path)).toBe(false);
});
