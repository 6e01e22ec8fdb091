import { rmSync } from "node:fs";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { defaultLimits } from "@ambit/api-types";
import { type DirectoryHandle, openRoot } from "@ambit/directory-handles";
import { describe, expect, test } from "vitest";
import { ComponentInstance } from "../component/component-instance.ts";
import { loadComponent } from "../component/load-component.ts";
import { prepareComponent } from "../component/prepare-component.ts";
import { TranslationCache } from "../component/translation-cache.ts";
import type { WasmMemory } from "../engine/web-assembly.ts";
import { webAssembly } from "../engine/web-assembly.ts";
import { Preview1Host, preview1ModuleName } from "../preview1/host/preview1-host.ts";
import type { Preview1Functions } from "../preview1/host/preview1-functions.ts";
import { InputBytes } from "../preview1/stream/input-bytes.ts";
import { OutputBytes } from "../preview1/stream/output-bytes.ts";
import { fixtureBytes } from "../testing/fixture-bytes.ts";
import { laidOut } from "../testing/laid-out.ts";
import { fixture } from "../testing/run-fixture.ts";
import { ScratchFolder } from "../testing/scratch-folder.ts";
import type { SwapperData } from "../testing/swapper.ts";

/** Changes the functions that a guest is given, with a view on its memory. */
type Breakage = (functions: Preview1Functions, memory: () => Uint8Array) => Partial<Preview1Functions>;

/** Runs a fixture on a host of which something is broken; gives what it printed. */
function runOn(name: string, directories: readonly DirectoryHandle[], broken: Breakage = () => ({})): string {
  const stdout = new OutputBytes(1_048_576);
  using host = new Preview1Host({ stdout, preopens: directories.map((directory, index) => ({ guestPath: `/${index}`, directory })) });
  const attached: { memory?: WasmMemory } = {};
  const bytes = (): Uint8Array => new Uint8Array(attached.memory?.buffer ?? new ArrayBuffer(0));
  const functions = new Proxy(host.functions, { get: (target, key) => Reflect.get({ ...broken(target, bytes) }, key) ?? Reflect.get(target, key) });
  const instance = new webAssembly.Instance(fixture(name), { [preview1ModuleName]: functions as never });
  attached.memory = instance.exports["memory"] as WasmMemory;
  host.attach(attached.memory);
  host.run(instance.exports["_start"] as () => void);
  return stdout.text;
}

/** Runs a fixture as a component on given folders, whatever they are; gives what it printed. */
async function runComponentOn(name: string, directories: readonly DirectoryHandle[]): Promise<string> {
  const stdout = new OutputBytes(1_048_576);
  const parts = await loadComponent(await prepareComponent(fixtureBytes(name, "component"), 64, new TranslationCache(undefined)));
  const port = { send: () => undefined, ask: () => "", fail: () => undefined, stopped: () => false };
  const preopens = directories.map((directory, index) => ({ guestPath: `/${index}`, directory }));
  const instance = new ComponentInstance(parts, port, { preopens, close: () => undefined }, { args: [name], env: {}, stdin: new InputBytes(), stdout, stderr: stdout, limits: defaultLimits });
  instance.run(({ run }) => run?.());
  instance.close();
  return stdout.text;
}

/** A handle that looks things up below the whole file system instead of its own folder, as one does that joins paths. */
function joiningPaths(folder: string, wide: DirectoryHandle, own: DirectoryHandle): DirectoryHandle {
  const prefix = folder.split("/").filter((part) => part !== "");
  const widened = ["open", "stat", "makeDirectory", "removeFile", "setTimes"];
  const joined: DirectoryHandle = new Proxy(own, {
    get(target, key) {
      if (!widened.includes(String(key))) {
        const value: unknown = Reflect.get(target, key);
        return typeof value === "function" ? (...given: unknown[]) => value.apply(target, given.map((one) => (one === joined ? target : one))) : value;
      }
      const run = Reflect.get(wide, key) as (path: readonly string[], ...rest: unknown[]) => unknown;
      return (path: readonly string[], ...rest: unknown[]) => run.call(wide, [...prefix, ...path], ...rest);
    },
  });
  return joined;
}

/** Opens the folder `root` below a scratch folder on a host that joins paths. */
function withJoinedPaths(folder: ScratchFolder, use: (directory: DirectoryHandle) => void): void {
  using wide = openRoot("/", { access: "write" });
  using own = openRoot(folder.at("root"), { access: "write" });
  use(joiningPaths(folder.at("root"), wide, own));
}

describe("the escapes find a host that", () => {
  test("joins paths: what stands outside is read", () => {
    using folder = laidOut();
    withJoinedPaths(folder, (directory) => expect(runOn("escape-read", [directory])).toMatch(/escaped by opening: \.\.\/secret\n[\s\S]*escaped by opening: dirlink\/secret/));
  });

  test("joins paths: what stands outside is changed", () => {
    using folder = laidOut().file("other/theirs");
    using other = openRoot(folder.at("other"), { access: "read" });
    withJoinedPaths(folder, (directory) => expect(runOn("escape-write", [directory, other])).toMatch(/done by path_open for writing: \.\.\/evil[\s\S]*done by path_unlink_file: dirlink\/secret/));
  });

  test("joins paths: a component reads what stands outside, and changes it", async () => {
    using folder = laidOut().file("other/theirs");
    using wide = openRoot("/", { access: "write" });
    using own = openRoot(folder.at("root"), { access: "write" });
    using other = openRoot(folder.at("other"), { access: "read" });
    const joined = joiningPaths(folder.at("root"), wide, own);
    expect(await runComponentOn("escape-read", [joined])).toMatch(/escaped by opening: \.\.\/secret/);
    expect(await runComponentOn("escape-write", [joined, other])).toMatch(/done by path_open for writing: \.\.\/evil/);
  });

  test("opens a folder for writing that is only to be read, also for a component", async () => {
    using folder = new ScratchFolder().file("root/file", "text").directory("root/empty").directory("root/sub").file("other/mine");
    using root = openRoot(folder.at("root"), { access: "write" });
    using other = openRoot(folder.at("other"), { access: "write" });
    expect(await runComponentOn("read-only", [root, other])).toMatch(/done by path_create_directory\n[\s\S]*done by fd_write/);
  });

  test("opens a folder for writing that is only to be read", () => {
    using folder = new ScratchFolder().file("root/file", "text").directory("root/empty").directory("root/sub").file("other/mine");
    using root = openRoot(folder.at("root"), { access: "write" });
    using other = openRoot(folder.at("other"), { access: "write" });
    expect(runOn("read-only", [root, other])).toMatch(/done by path_create_directory\n[\s\S]*done by fd_write/);
  });

  test("leaves the old descriptor, with its rights, in the place of the renumbered one", () => {
    using folder = laidOut().file("other/theirs");
    using root = openRoot(folder.at("root"), { access: "write" });
    using other = openRoot(folder.at("other"), { access: "read" });
    expect(runOn("escape-write", [root, other], () => ({ fd_renumber: () => 0 }))).toMatch(/done by fd_write after fd_renumber: theirs/);
  });

  test("cuts names at a NUL", () => {
    using folder = laidOut();
    using root = openRoot(folder.at("root"), { access: "write" });
    const cut: Breakage = (functions, memory) => ({
      path_open(fd, lookup, pointer, length, ...rest) {
        const at = memory().subarray(pointer, pointer + length).indexOf(0);
        return functions.path_open(fd, lookup, pointer, at < 0 ? length : at, ...rest);
      },
    });
    expect(runOn("escape-names", [root], cut)).toMatch(/done by path_open: mine/);
  });

  test("never closes what a guest closes", () => {
    using folder = laidOut();
    using root = openRoot(folder.at("root"), { access: "write" });
    expect(runOn("escape-names", [root], () => ({ fd_close: () => 0 }))).toMatch(/no handle after all were closed/);
  });

  test("joins paths while directories are swapped", { timeout: 30_000 }, async () => {
    using folder = new ScratchFolder().file("root/d/f", "inside").file("root/g", "inside").file("out/f", "SECRET");
    const race = async (): Promise<string> => {
      const workerData: SwapperData = { base: folder.path, rounds: 20_000, millis: 3000 };
      const swapper = new Worker(new URL("../testing/swapper.ts", import.meta.url), { workerData });
      const exited = once(swapper, "exit");
      await once(swapper, "online");
      let seen = "";
      withJoinedPaths(folder, (directory) => void (seen = runOn("swap", [directory])));
      await exited;
      rmSync(folder.at("root/stop"), { force: true });
      return seen;
    };
    // A race is won sooner or later, not at every try.
    await expect.poll(race, { timeout: 25_000 }).toMatch(/leaks [1-9]/);
  });
});
