import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ConfinedRig } from "../testing/confined-rig.ts";
import { findFenced } from "./find-fenced.ts";

const rig = new ConfinedRig();
afterAll(() => rig.close());

test("what is fenced off is empty to a child, at every depth and by every spelling", async () => {
  const folder = rig.folder();
  for (const place of ["private", "open/PRIVATE", "docs/secret", "docs/open"]) mkdirSync(join(folder, place), { recursive: true });
  for (const file of ["private/a", "open/PRIVATE/b", "docs/secret/c", "docs/open/d"]) writeFileSync(join(folder, file), file);
  writeFileSync(join(folder, "open/private"), "a file");
  symlinkSync("private", join(folder, "link"));
  const fenced = ["private", "docs/secret"];
  expect(findFenced(folder, fenced).map(({ path }) => path).toSorted()).toEqual(["docs/secret", "open/PRIVATE", "open/private", "private"]);
  const bind = { hostPath: folder, guestPath: "/workspace", access: "write" as const, fenced };
  const outcome = await rig.shell("find . -type f -size +0 | sort; cat open/private link/a; touch private/x docs/secret/x; rm -r private; touch docs/open/e", { binds: [bind], folder: "/workspace" });
  expect(outcome.stdout.toString()).toBe("./docs/open/d\n");
  expect(outcome.stderr.toString().match(/Read-only file system|Device or resource busy/g)?.length).toBe(3);
});

test("a folder too large to be sure is refused", async () => {
  const folder = rig.folder();
  for (let outer = 0; outer < 51; outer++) {
    mkdirSync(join(folder, String(outer)));
    for (let inner = 0; inner < 1000; inner++) writeFileSync(join(folder, String(outer), String(inner)), "");
  }
  await expect(rig.shell("true", { binds: [{ hostPath: folder, guestPath: "/workspace", access: "read", fenced: ["private"] }] })).rejects.toMatchObject({ code: "REFUSED" });
});
