import { expect, test } from "vitest";
import { samplePolicy } from "../testing/sample-policy.ts";
import { buildWasiPreopens } from "./build-wasi-preopens.ts";

const roots = { docs: { hostPath: "/srv/docs", fenced: ["private"] }, out: { hostPath: "/srv/out" }, workspace: { hostPath: "/srv/w" } };

test.each([
  ["docs", "read", { guestPath: "/docs", hostPath: "/srv/docs", path: [], access: "read", fenced: ["private"] }],
  ["out", "read", { guestPath: "/out", hostPath: "/srv/out", path: [], access: "read", fenced: [] }],
  ["out", "write", { guestPath: "/out", hostPath: "/srv/out", path: [], access: "write", fenced: [] }],
] as const)("a rule for %s to %s gives that folder alone, with that access", (root, access, preopen) => {
  expect(buildWasiPreopens(samplePolicy({ files: [{ root, access }] }), roots)).toEqual([preopen]);
});

test("a rule for a folder below a root gives that folder, and a policy without files none", () => {
  expect(buildWasiPreopens(samplePolicy({ files: [{ root: "workspace", path: "a/b", access: "write" }] }), roots)).toEqual([{ guestPath: "/workspace/a/b", hostPath: "/srv/w", path: ["a", "b"], access: "write", fenced: [] }]);
  expect(buildWasiPreopens(samplePolicy(), roots)).toEqual([]);
});

test("a rule without a place gives nothing, and a place that is no absolute path is refused", () => {
  const policy = samplePolicy({ files: [{ root: "docs", access: "read" }] });
  expect(buildWasiPreopens(policy)).toEqual([]);
  expect(() => buildWasiPreopens(policy, { docs: { hostPath: "relative/folder" } })).toThrow(expect.objectContaining({ code: "SAND_WASM_PREOPEN_DENIED", details: { target: "/docs" } }));
});
