import { expect, test } from "vitest";
import { RootTable } from "./root-table.ts";

test("a root is where its registration says, for each plugin", () => {
  const table = new RootTable({ agent: { hostPath: (id) => (id === "notes" ? "/srv/notes" : undefined), access: "read", sensitive: true, fenced: ["private"] }, work: { hostPath: "/srv/work" } });
  expect(table.mount("notes", "agent")).toEqual({ hostPath: "/srv/notes", fenced: ["private"] });
  expect(table.mount("other", "agent")).toBeUndefined();
  expect(table.mount("notes", "toString")).toBeUndefined();
  expect(table.terms()).toEqual({ agent: { access: "read", sensitive: true }, work: { access: "write" } });
});

test.for(["plugin", "temp", "a/b", "constructor", ""])("no root can be called %s", (name) => {
  expect(() => new RootTable({ [name]: { hostPath: "/srv" } })).toThrow(expect.objectContaining({ code: "HOST_CONFIG_INVALID" }));
});

test("a folder is absolute", () => {
  expect(() => new RootTable({ work: { hostPath: "docs" } })).toThrow(expect.objectContaining({ code: "HOST_CONFIG_INVALID", message: expect.stringContaining("roots.work") }));
});
