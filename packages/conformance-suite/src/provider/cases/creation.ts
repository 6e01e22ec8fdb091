import assert from "node:assert/strict";
import { SANDBOX_ROOTS } from "@ambit/api-types";
import { expectError } from "../../sandbox/expect-error.ts";
import { type ProviderCase, providerCasesOf } from "../provider-case.ts";

/** What is made, and what a name that is taken gives. */
export const creationCases: readonly ProviderCase[] = providerCasesOf("creation", {
  "a file system is given back by its name, files and all": async (stage) => {
    const name = stage.name();
    const first = await stage.fileSystem({}, name);
    await stage.write(await stage.instance({ fileSystem: first }), "/workspace/kept", "kept");
    const second = await stage.fileSystem({}, name);
    assert.equal(second.id, first.id);
    assert.equal(await stage.read(await stage.instance({ fileSystem: second }), "/workspace/kept"), "kept");
  },
  "two that make one file system at once get the same": async (stage) => {
    const name = stage.name();
    const made = await Promise.all([1, 2, 3, 4].map(() => stage.fileSystem({}, name)));
    assert.equal(new Set(made.map(({ id }) => id)).size, 1);
    await stage.instance({ fileSystem: made[0] ?? { id: "" } });
  },
  "an instance is given back by its name, as it is": async (stage) => {
    const [name, fileSystem] = [stage.name(), await stage.fileSystem()];
    const first = await stage.instance({ name, fileSystem });
    await stage.write(first, "/tmp/mine", "mine");
    const second = await stage.instance({ name, fileSystem });
    assert.equal(second.id, first.id);
    assert.equal(await stage.read(second, "/tmp/mine"), "mine");
  },
  "two that make one instance at once get the same": async (stage) => {
    const [name, fileSystem] = [stage.name(), await stage.fileSystem()];
    const made = await Promise.all([1, 2, 3, 4].map(() => stage.instance({ name, fileSystem })));
    assert.equal(new Set(made.map(({ id }) => id)).size, 1);
    assert.equal((await stage.exec(made[3] ?? { id: "" }, "true")).exitCode, 0);
  },
  "an instance with other limits or another file system is not given back": async (stage) => {
    const [name, fileSystem] = [stage.name(), await stage.fileSystem()];
    const first = await stage.instance({ name, fileSystem });
    await expectError(stage.instance({ name, fileSystem, limits: { memoryMb: stage.limits.memoryMb * 2 } }), "REFUSED");
    await expectError(stage.instance({ name, fileSystem: await stage.fileSystem() }), "REFUSED");
    assert.equal((await stage.exec(first, "true")).exitCode, 0);
  },
  "different names are different things": async (stage) => {
    const [one, two] = [await stage.fileSystem(), await stage.fileSystem()];
    assert.notEqual(one.id, two.id);
    const [left, right] = [await stage.instance({ fileSystem: one }), await stage.instance({ fileSystem: two })];
    assert.notEqual(left.id, right.id);
    await stage.write(left, "/workspace/a", "a");
    assert.equal(await stage.read(right, "/workspace/a"), null);
  },
  "two instances of one file system see the same files": async (stage) => {
    const fileSystem = await stage.fileSystem();
    const [left, right] = [await stage.instance({ fileSystem }), await stage.instance({ fileSystem })];
    await stage.write(left, "/workspace/a", "a");
    assert.equal(await stage.read(right, "/workspace/a"), "a");
  },
  "every root is there and can be written, and commands begin in /workspace": async (stage) => {
    const instance = await stage.instance();
    for (const root of SANDBOX_ROOTS) assert.equal((await stage.exec(instance, `cd ${root} && echo a > a && cat ${root}/a && rm a`)).stdout, "a\n");
    assert.equal((await stage.exec(instance, "pwd")).stdout, "/workspace\n");
  },
  "an image that is not there is refused": async (stage) => {
    const [name, fileSystem] = [stage.name(), await stage.fileSystem()];
    await expectError(stage.provider.create({ name, image: "ambit-none:latest", limits: stage.limits, fileSystem, signal: stage.signal }), "REFUSED");
    assert.equal((await stage.exec(await stage.instance({ name, fileSystem }), "echo usable")).stdout, "usable\n");
  },
  "several calls may run on one instance, and the provider says so": async (stage) => {
    assert.equal(stage.provider.concurrentExec, true);
  },
});
