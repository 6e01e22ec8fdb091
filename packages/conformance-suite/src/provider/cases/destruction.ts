import assert from "node:assert/strict";
import { isFileSystemGoneError } from "@ambit/api-types";
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
  "an instance that was destroyed can be suspended": async (stage) => {
    const instance = await stage.instance();
    await stage.provider.destroy(instance, stage.signal);
    await stage.provider.suspend(instance, stage.signal);
  },
});
