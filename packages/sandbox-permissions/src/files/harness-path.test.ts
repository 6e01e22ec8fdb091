import { expect, it } from "vitest";
import { placeBelowRoot } from "./harness-path.ts";

const roots = { agent: "/srv/agent", agentRepo: "/srv/agent/repo/", odd: "/srv/agent-old" };

it("finds the longest root", () => {
  expect(placeBelowRoot("/srv/agent/repo/src/a.ts", roots, "linux")).toEqual({ root: "agentRepo", path: "src/a.ts" });
  expect(placeBelowRoot("/srv/agent/notes", roots, "linux")).toEqual({ root: "agent", path: "notes" });
  expect(placeBelowRoot("/srv/agent", roots, "linux")).toEqual({ root: "agent", path: "" });
});

it("compares whole components", () => {
  expect(placeBelowRoot("/srv/agent-old/x", roots, "linux")).toEqual({ root: "odd", path: "x" });
  expect(placeBelowRoot("/srv/agents/x", roots, "linux")).toBeUndefined();
  expect(placeBelowRoot("/etc/passwd", roots, "linux")).toBeUndefined();
});

it("leaves climbing parts in, for the grammar to refuse", () => {
  expect(placeBelowRoot("/srv/agent/../x", roots, "linux")).toEqual({ root: "agent", path: "../x" });
});

it("never takes the whole disk for a root", () => {
  expect(placeBelowRoot("/etc/passwd", { all: "/" }, "linux")).toBeUndefined();
});

it("compares as Windows does there", () => {
  expect(placeBelowRoot("c:\\Agent\\a.txt", { agent: "C:\\agent" }, "win32")).toEqual({ root: "agent", path: "a.txt" });
  expect(placeBelowRoot("/SRV/agent/x", roots, "linux")).toBeUndefined();
});
