import { openRoot } from "@ambit/directory-handles";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { runFixture } from "../../testing/run-fixture.ts";
import { openDescriptors, ScratchFolder } from "../../testing/scratch-folder.ts";

const secret = `SECRET${"s".repeat(771)}`;

/** A root with everything laid in it that has led a host astray, and a file outside. */
function laidOut(): ScratchFolder {
  return new ScratchFolder()
    .file("secret", secret).file("out/secret", secret).directory("out/sub").directory("root/a/b/c").file("root/mine", "mine").file("root/plain", "plain")
    .link("root/abs", "/etc/passwd").link("root/rel", "../secret").link("root/dirlink", "../out").link("root/chain", "rel").link("root/a/up", "../..")
    .link("root/a/b/far", "../../../secret").link("root/parent", "..").link("root/loop", "loop").link("root/zero", "/dev/zero").link("root/proc", "/proc")
    .link("root/self", ".").link("root/inlink", "a").link("root/dang", "../out/new").hardLink("root/hard", "out/secret").fifo("root/fifo");
}

function snapshot(folder: ScratchFolder, name: string): string {
  const entries = readdirSync(folder.at(name), { recursive: true, encoding: "utf8" }).sort();
  return entries
    .map((entry) => {
      const stat = statSync(folder.at(name, entry), { bigint: true });
      return `${entry} ${stat.mtimeNs} ${stat.nlink} ${stat.size} ${stat.isFile() ? readFileSync(folder.at(name, entry), "utf8") : ""}`;
    })
    .join("\n");
}

describe("a module that tries to leave its directory", () => {
  test("reads nothing outside", () => {
    using folder = laidOut();
    const before = openDescriptors();
    for (const access of ["read", "write"] as const) {
      using root = openRoot(folder.at("root"), { access });
      const { outcome, stdout } = runFixture("escape-read", { preopens: [{ guestPath: "/root", directory: root }] });
      expect(stdout).toMatch(/^\d+ paths tried, 0 escaped\n$/);
      expect(outcome).toMatchObject({ kind: "returned" });
    }
    expect(openDescriptors()).toBe(before);
    expect(readFileSync(folder.at("secret"), "utf8")).toBe(secret);
  });

  test("changes nothing outside, nor in another root", () => {
    using folder = laidOut().file("other/theirs", "theirs");
    const before = [snapshot(folder, "out"), snapshot(folder, "other"), statSync(folder.path).mtimeMs, openDescriptors()];
    {
      using root = openRoot(folder.at("root"), { access: "write" });
      using other = openRoot(folder.at("other"), { access: "read" });
      const { outcome, stdout } = runFixture("escape-write", { preopens: [{ guestPath: "/root", directory: root }, { guestPath: "/other", directory: other }] });
      expect(stdout).toMatch(/^\d+ paths tried, 0 done\n$/);
      expect(outcome).toMatchObject({ kind: "returned" });
    }
    expect([snapshot(folder, "out"), snapshot(folder, "other"), statSync(folder.path).mtimeMs, openDescriptors()]).toEqual(before);
  });

  test("changes nothing in a directory it may only read", () => {
    using folder = new ScratchFolder().file("root/file", "text").directory("root/empty").link("root/link", "file").file("root/sub/file", "text").directory("root/sub/empty").link("root/sub/link", "file").file("other/mine", "mine");
    const before = [snapshot(folder, "root"), snapshot(folder, "other")];
    using root = openRoot(folder.at("root"), { access: "read" });
    using other = openRoot(folder.at("other"), { access: "write" });
    const { outcome, stdout } = runFixture("read-only", { preopens: [{ guestPath: "/root", directory: root }, { guestPath: "/other", directory: other }] });
    expect(stdout).toMatch(/attacking a file opened for reading/);
    expect(stdout).toMatch(/\n0 done\n$/);
    expect(stdout).not.toMatch(/done by/);
    expect(outcome).toMatchObject({ kind: "returned" });
    expect([snapshot(folder, "root"), snapshot(folder, "other")]).toEqual(before);
  });
});
