import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clearLeftEngines } from "./engine-keeper.ts";
import { TestEngine } from "./test-engine.ts";

const MINUTES = 180_000;

/** Words of every process that name a folder. */
function named(folder: string): string[] {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, "latin1");
      return words.includes(`${folder}/`) ? [words.replaceAll("\0", " ")] : [];
    } catch {
      return [];
    }
  });
}

const leftOf = (folder: string): unknown[] => [existsSync(folder), named(folder), readFileSync("/proc/self/mountinfo", "utf8").includes(folder)];

/** A line of JavaScript that starts an engine with a container in it and says where. */
const owner = `
  const { TestEngine, TEST_IMAGE } = await import(process.argv[1]);
  const engine = await TestEngine.start();
  if (typeof engine === "string") { console.log(JSON.stringify({ none: engine })); process.exit(); }
  const api = engine.api();
  const { value } = await api.ask({ method: "POST", path: "/containers/create", json: { Image: TEST_IMAGE, Cmd: ["/bin/sh", "-c", "trap '' TERM; sleep 1000"], HostConfig: { NetworkMode: "none" } } });
  await api.ask({ method: "POST", path: "/containers/" + value.Id + "/start" });
  console.log(JSON.stringify({ folder: engine.folder }));
  setInterval(() => {}, 1000);
`;

test("an engine whose owner is killed leaves no process, mount or folder behind", { timeout: MINUTES }, async () => {
  const child = spawn(process.execPath, ["--conditions=@ambit/source", "--input-type=module", "-e", owner, join(import.meta.dirname, "index.ts")], { stdio: ["ignore", "pipe", "inherit"] });
  const said = await new Promise<string>((resolve) => child.stdout.once("data", (piece: Buffer) => resolve(piece.toString())));
  const { folder, none } = JSON.parse(said) as { readonly folder?: string; readonly none?: string };
  if (folder === undefined) return expect(none).toMatch(/dockerd/);
  expect(named(folder).join("\n")).toMatch(/containerd-shim/);
  child.kill("SIGKILL");
  await expect.poll(() => leftOf(folder), { timeout: 60_000, interval: 300 }).toEqual([false, [], false]);
});

test("an engine that is stopped is gone at once", { timeout: MINUTES }, async () => {
  const engine = await TestEngine.start();
  if (typeof engine === "string") return expect(engine).toMatch(/dockerd/);
  expect(await engine.isWell(20_000)).toBe(true);
  await engine.stop();
  expect(leftOf(engine.folder)).toEqual([false, [], false]);
  expect(await engine.isWell(1000)).toBe(false);
});

test("what dead owners left is cleared, and what has an owner is not", async () => {
  const parent = mkdtempSync(join(tmpdir(), "ambit-engines-"));
  const make = (name: string, text: string): void => {
    mkdirSync(join(parent, name, "data"), { recursive: true });
    writeFileSync(join(parent, name, "owner"), text);
  };
  const start = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ")[19] ?? "";
  make("ambit-dockerd-dead", "999999999 1");
  make("ambit-dockerd-reused", `${process.pid} 1`);
  make("ambit-dockerd-lives", `${process.pid} ${start}`);
  mkdirSync(join(parent, "ambit-dockerd-young"));
  mkdirSync(join(parent, "other"));
  await clearLeftEngines(parent);
  expect(readdirSync(parent).toSorted()).toEqual(["ambit-dockerd-lives", "ambit-dockerd-young", "other"]);
  rmSync(parent, { recursive: true });
});
