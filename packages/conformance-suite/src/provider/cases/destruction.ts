import assert from "node:assert/strict";
import { isFileSystemGoneError, isSandboxGoneError } from "@ambit/api-types";
import { pause } from "../../sandbox/within.ts";
import { type ProviderCase, providerCasesOf } from "../provider-case.ts";
import { isGone, thrownBy } from "../the-calls.ts";

/** What is destroyed, with what, and how often. */
export const destructionCases: readonly ProviderCase[] = providerCasesOf("destruction", {
  "a destroyed file system is gone, and its name makes an empty one": async (stage) => {
    const name = stage.name();
    const first = await stage.fileSystem({}, name);
    await stage.write(await stage.instance({ fileSystem: first }), "/workspace/kept", "kept");
    await stage.provider.destroyFileSystem(first, stage.signal);
    assert.equal(await stage.ground.hasFileSystem(first), false);
    assert.ok(isFileSystemGoneError(await thrownBy(stage.instance({ fileSystem: first }))));
    const second = await stage.fileSystem({}, name);
    assert.equal(await stage.read(await stage.instance({ fileSystem: second }), "/workspace/kept"), null);
  },
  "a file system is destroyed by its name": async (stage) => {
    const name = stage.name();
    const fileSystem = await stage.fileSystem({}, name);
    await stage.provider.destroyFileSystemByName(name, stage.signal);
    assert.equal(await stage.ground.hasFileSystem(fileSystem), false);
    assert.ok(isFileSystemGoneError(await thrownBy(stage.instance({ fileSystem }))));
  },
  "a file system takes its instances with it": async (stage) => {
    const fileSystem = await stage.fileSystem();
    const instance = await stage.instance({ fileSystem });
    await stage.provider.destroyFileSystem(fileSystem, stage.signal);
    assert.equal(await isGone(stage, instance), true);
  },
  "a destroyed instance is gone, whatever ran in it": async (stage) => {
    const fileSystem = await stage.fileSystem();
    const [first, other] = [await stage.instance({ fileSystem }), await stage.instance({ fileSystem })];
    const running = stage.exec(first, "i=0; while :; do i=$((i+1)); echo $i > beat; sleep 0.1; done", { timeoutMs: 20_000 }).catch(() => undefined);
    await stage.exec(other, "while [ ! -s beat ]; do sleep 0.1; done");
    await stage.provider.destroy(first, stage.signal);
    assert.equal(await isGone(stage, first), true);
    const before = await stage.read(other, "/workspace/beat");
    await stage.exec(other, "sleep 1");
    assert.equal(await stage.read(other, "/workspace/beat"), before);
    await running;
  },
  "destroying twice succeeds": async (stage) => {
    const [name, fileSystem] = [stage.name(), await stage.fileSystem()];
    const instance = await stage.instance({ name, fileSystem });
    for (let times = 0; times < 2; times++) await stage.provider.destroy(instance, stage.signal);
    await stage.provider.destroyByName(name, stage.signal);
    for (let times = 0; times < 2; times++) await stage.provider.destroyFileSystem(fileSystem, stage.signal);
  },
  "destroying by a name that nothing has succeeds": async (stage) => {
    await stage.provider.destroyByName(stage.name(), stage.signal);
    await stage.provider.destroyFileSystemByName(stage.name(), stage.signal);
  },
  "a handle of what was destroyed names nothing that came after it": async (stage) => {
    const [name, files] = [stage.name(), stage.name()];
    const first = await stage.fileSystem({}, files);
    const before = await stage.instance({ name, fileSystem: first });
    await stage.provider.destroyFileSystem(first, stage.signal);
    const second = await stage.fileSystem({}, files);
    const after = await stage.instance({ name, fileSystem: second });
    await stage.write(after, "/workspace/kept", "kept");
    await stage.provider.destroy(before, stage.signal);
    await stage.provider.destroyFileSystem(first, stage.signal);
    await stage.provider.suspend(before, stage.signal);
    assert.equal(await stage.ground.hasFileSystem(second), true);
    assert.equal(await stage.read(after, "/workspace/kept"), "kept");
  },
  "an old handle that waits its turn names nothing that came in the meantime": async (stage) => {
    const [name, files] = [stage.name(), stage.name()];
    const first = await stage.fileSystem({}, files);
    const before = await stage.instance({ name, fileSystem: first });
    await Promise.all([stage.provider.destroyByName(name, stage.signal), stage.instance({ name, fileSystem: first }), stage.provider.destroy(before, stage.signal)]);
    const after = await stage.instance({ name, fileSystem: first });
    await stage.write(after, "/workspace/kept", "kept");
    await Promise.all([stage.provider.destroyFileSystemByName(files, stage.signal), stage.fileSystem({}, files), stage.provider.destroyFileSystem(first, stage.signal)]);
    const second = await stage.fileSystem({}, files);
    assert.notEqual(second.id, first.id);
    assert.equal(await stage.read(await stage.instance({ fileSystem: second }), "/workspace/kept"), null);
  },
  "making and destroying one name at once ends well, whatever comes first": async (stage) => {
    const [name, fileSystem] = [stage.name(), await stage.fileSystem()];
    for (let round = 0; round < 3; round++) {
      const calls = Array.from({ length: 6 }, (_, index) => (index % 2 === 0 ? stage.instance({ name, fileSystem }) : stage.provider.destroyByName(name, stage.signal)));
      const settled = await Promise.allSettled(calls);
      // Whoever made it may find it destroyed before the call is over.
      for (const one of settled) if (one.status === "rejected") assert.ok(isSandboxGoneError(one.reason), String(one.reason));
    }
    const instance = await stage.instance({ name, fileSystem });
    assert.equal((await stage.exec(instance, "echo usable")).stdout, "usable\n");
    await stage.provider.destroyByName(name, stage.signal);
    assert.equal(await isGone(stage, instance), true);
  },
  "no instance is made on a file system that is destroyed meanwhile": async (stage) => {
    for (let round = 0; round < 4; round++) {
      const files = stage.name();
      const fileSystem = await stage.fileSystem({}, files);
      const making = stage.instance({ fileSystem }).then((instance) => ({ instance }), (error: unknown) => ({ error }));
      await pause(round * 25);
      await stage.provider.destroyFileSystemByName(files, stage.signal);
      const made = await making;
      if ("error" in made) assert.ok(isFileSystemGoneError(made.error), `a gone file system was due, not ${String(made.error)}`);
      else assert.equal(await isGone(stage, made.instance), true, "the instance has no files, and goes on");
      assert.equal(await stage.ground.hasFileSystem(fileSystem), false);
      assert.equal(await stage.read(await stage.instance({ fileSystem: await stage.fileSystem({}, files) }), "/workspace/kept"), null);
    }
  },
  "an instance that was destroyed can be suspended": async (stage) => {
    const instance = await stage.instance();
    await stage.provider.destroy(instance, stage.signal);
    await stage.provider.suspend(instance, stage.signal);
  },
});
