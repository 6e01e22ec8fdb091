import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { PermissionsDeclaration } from "@ambit/api-types";
import { describe, expect, test } from "vitest";
import { fixtureBytes } from "../testing/fixture-bytes.ts";
import { laidOut, secret, snapshotOf } from "../testing/laid-out.ts";
import { openModule, runTool } from "../testing/open-module.ts";
import { openDescriptors, ScratchFolder } from "../testing/scratch-folder.ts";
import type { SwapperData } from "../testing/swapper.ts";

/** Lets a fixture loose on a folder as its first root and, where there is one, another as its second; in a real worker. */
async function attack(name: string, form: string, folder: ScratchFolder, access: "read" | "write", other?: "read" | "write"): Promise<string> {
  const files: PermissionsDeclaration["files"] = [{ root: "out", access }, ...(other === undefined ? [] : [{ root: "workspace", access: other }])];
  const roots = { out: { hostPath: folder.at("root") }, workspace: { hostPath: folder.at("other") } };
  await using sandbox = await openModule(fixtureBytes(name, form), { permissions: { files }, limits: { callSeconds: 30, cpuMillis: 10_000, scriptOutputBytes: 65_536 }, roots });
  return String(await runTool(sandbox));
}

describe.each([["command"], ["reactor"]])("as a %s, a module that tries to leave its folder", (form) => {
  test("reads nothing outside", async () => {
    using folder = laidOut();
    for (const access of ["read", "write"] as const) expect(await attack("escape-read", form, folder, access)).toMatch(/^\d+ paths tried, 0 escaped\n$/);
    expect(readFileSync(folder.at("secret"), "utf8")).toBe(secret);
  });

  test("changes nothing outside, nor in another root", async () => {
    using folder = laidOut().file("other/theirs", "theirs");
    const before = [snapshotOf(folder, "out"), snapshotOf(folder, "other"), statSync(folder.path).mtimeMs];
    expect(await attack("escape-write", form, folder, "write", "read")).toMatch(/^\d+ paths tried, 0 done\n$/);
    expect([snapshotOf(folder, "out"), snapshotOf(folder, "other"), statSync(folder.path).mtimeMs]).toEqual(before);
  });

  test("changes nothing in a folder it may only read, by any function that could", async () => {
    using folder = new ScratchFolder().file("root/file", "text").directory("root/empty").link("root/link", "file").file("root/sub/file", "text").directory("root/sub/empty").link("root/sub/link", "file").file("other/mine", "mine");
    const before = [snapshotOf(folder, "root"), snapshotOf(folder, "other")];
    const said = await attack("read-only", form, folder, "read", "write");
    expect(said).toMatch(/attacking a file opened for reading/);
    expect(said).not.toMatch(/done by/);
    expect([snapshotOf(folder, "root"), snapshotOf(folder, "other")]).toEqual(before);
  });

  test("gets nowhere by odd names, by what is no file, or by very many handles", async () => {
    using folder = laidOut();
    const before = [snapshotOf(folder, "out"), openDescriptors()];
    expect(await attack("escape-names", form, folder, "write")).toBe("0 done\n");
    expect(snapshotOf(folder, "out")).toBe(before[0]);
    expect(openDescriptors()).toBeLessThanOrEqual(Number(before[1]));
  });

  test("reads and writes nothing outside while its directories are swapped for links", async () => {
    using folder = new ScratchFolder().file("root/d/f", "inside").file("root/g", "inside").file("out/f", "SECRET");
    const outside = statSync(folder.at("out"), { bigint: true });
    const workerData: SwapperData = { base: folder.path, rounds: 3000, millis: 6000 };
    const swapper = new Worker(new URL("../testing/swapper.ts", import.meta.url), { workerData });
    const exited = once(swapper, "exit");
    await once(swapper, "online");
    expect(await attack("swap", form, folder, "write")).toMatch(/^rounds \d+, inside \d+, leaks 0\n$/);
    await exited;
    expect(readdirSync(folder.at("out"))).toEqual(["f"]);
    expect(readFileSync(folder.at("out/f"), "utf8")).toBe("SECRET");
    expect(statSync(folder.at("out"), { bigint: true }).mtimeNs).toBe(outside.mtimeNs);
  });
});
