import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import type { Preopen } from "@ambit/api-types";
import { afterAll, expect, test } from "vitest";
import { ConfinedRig } from "../testing/confined-rig.ts";
import { preopenBind } from "./preopen-bind.ts";

const rig = new ConfinedRig();
afterAll(() => rig.close());

function workspace(): string {
  const folder = rig.folder();
  for (const path of [".ambit/host", "src/private/deep", "src/host"]) mkdirSync(join(folder, path), { recursive: true, mode: 0o777 });
  writeFileSync(join(folder, ".ambit/host/store"), "all secrets");
  symlinkSync("src/private", join(folder, "short"));
  symlinkSync(".ambit/host/", join(folder, "host"));
  return folder;
}

const fenced = ["/.ambit/host", "private"];
const preopen = (hostPath: string, ...path: readonly string[]): Preopen => ({ guestPath: "/workspace", hostPath, path, access: "write", fenced });

test("a folder that is declared inside a fence is not shown, by whatever name it is called", () => {
  const folder = workspace();
  for (const path of [[".ambit", "host"], [".ambit", "host", "."], ["src", "private"], ["src", "private", "deep"], ["short"], ["short", "deep"], ["host"]]) {
    expect(() => preopenBind(preopen(folder, ...path), "/workspace")).toThrow(expect.objectContaining({ code: "PERMISSION_DENIED" }));
  }
});

test("a folder on the way keeps the fences that are below it, at their places", () => {
  const folder = workspace();
  expect(preopenBind(preopen(folder), "/workspace")?.fenced).toEqual(["/.ambit/host", "private"]);
  expect(preopenBind(preopen(folder, ".ambit"), "/workspace")?.fenced).toEqual(["/host", "private"]);
  expect(preopenBind(preopen(folder, "src"), "/workspace")?.fenced).toEqual(["private"]);
});

test("a child that may write the root cannot move what is fenced off by its path out of its place", async () => {
  const folder = workspace();
  await chmod(folder, 0o777);
  await chmod(join(folder, ".ambit"), 0o777);
  const bind = preopenBind(preopen(folder), "/workspace");
  const { stdout, stderr } = await rig.shell("ls -A .ambit/host; mv .ambit moved; rm -rf .ambit; mv .ambit/host .ambit/gone; ls -A; echo x > .ambit/new", { binds: bind === undefined ? [] : [bind], folder: "/workspace" });
  expect(`${stdout}${stderr}`).toMatch(/busy/i);
  expect(`${stdout}${stderr}`).not.toContain("store");
  expect(existsSync(join(folder, ".ambit/host/store"))).toBe(true);
  expect(existsSync(join(folder, ".ambit/new"))).toBe(true);
});
