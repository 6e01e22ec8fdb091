import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../testing/plugin-folder.ts";
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

test("the host's own folder is closed below every root, however the root comes to it, and is no root itself", async () => {
  const folder = await freshFolder();
  await mkdir(join(folder, "work", ".ambit", "host", "bundles"), { recursive: true });
  await symlink(join(folder, "work"), join(folder, "link"));
  const own = join(folder, "work", ".ambit", "host");
  const table = new RootTable({ work: { hostPath: join(folder, "work"), fenced: ["private"] }, link: { hostPath: join(folder, "link") }, inside: { hostPath: () => join(own, "bundles") }, other: { hostPath: folder + "/gone" } });
  table.keepOut(own);
  expect(table.mount("notes", "work")?.fenced).toEqual(["private", "/.ambit/host"]);
  expect(table.mount("notes", "link")?.fenced).toEqual(["/.ambit/host"]);
  expect(table.mount("notes", "other")?.fenced).toEqual([]);
  expect(table.mount("notes", "inside")).toBeUndefined();
  for (const hostPath of [own, join(own, "bundles")]) expect(() => new RootTable({ own: { hostPath } }).keepOut(own)).toThrow(expect.objectContaining({ code: "HOST_CONFIG_INVALID", message: expect.stringContaining("roots.own") }));
});

test("what the integrator protects is closed where it could be written, and only there", async () => {
  const folder = await freshFolder();
  await mkdir(join(folder, "work", "plugins", "notes"), { recursive: true });
  const hostPath = join(folder, "work");
  const paths = [join(hostPath, "plugins"), folder, hostPath, join(folder, "gone")];
  const table = new RootTable({ work: { hostPath }, read: { hostPath, access: "read" } }, paths);
  expect(table.mount("notes", "work")).toEqual({ hostPath, fenced: ["/plugins"] });
  expect(table.mount("notes", "read")).toEqual({ hostPath, fenced: [] });
});
