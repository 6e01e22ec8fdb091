import { expect, it } from "vitest";
import { samplePolicy } from "../testing/sample-policy.ts";
import { buildPreopens } from "./build-preopens.ts";

const policy = samplePolicy({ files: ["docs", "rw:temp", { root: "workspace", path: "src/out", access: "write" }] });

it("gives one folder a file rule, with its bounds and fences", () => {
  const mounts = { docs: { hostPath: "/srv/docs", fenced: ["private"] }, temp: { hostPath: "/run/t" }, workspace: { hostPath: "/srv/w", fenced: ["x"] }, other: { hostPath: "/etc" } };
  expect(buildPreopens(policy, mounts)).toEqual([
    { guestPath: "/docs", hostPath: "/srv/docs", path: [], access: "read", fenced: ["private"] },
    { guestPath: "/temp", hostPath: "/run/t", path: [], access: "write", fenced: [] },
    { guestPath: "/workspace/src/out", hostPath: "/srv/w", path: ["src", "out"], access: "write", fenced: ["x"] },
  ]);
});

it("leaves out roots without a mount, and looks at own names alone", () => {
  expect(buildPreopens(policy, {})).toEqual([]);
  expect(buildPreopens(policy, Object.create({ docs: { hostPath: "/etc" } }))).toEqual([]);
});
