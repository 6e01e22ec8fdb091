import assert from "node:assert/strict";
import { AmbitError, isFileSystemGoneError, isSandboxGoneError } from "@ambit/api-types";
import { type ProviderCase, providerCasesOf } from "../provider-case.ts";
import { sixCalls, thrownBy } from "../the-calls.ts";

const told = Object.fromEntries(
  Object.entries(sixCalls).map(([method, call]) => [
    `${method} tells that the instance is gone`,
    async (stage: Parameters<typeof call>[0]): Promise<void> => {
      const instance = await stage.instance();
      await stage.ground.removeInstance(instance);
      const thrown = await thrownBy(call(stage, instance, stage.signal));
      assert.ok(isSandboxGoneError(thrown), `a gone instance was due, not ${String(thrown)}`);
      assert.ok(AmbitError.isInstance(thrown) && thrown.code === "SANDBOX_GONE");
      assert.equal(isFileSystemGoneError(thrown), false);
    },
  ]),
);

/** What is said of things that are gone for good. */
export const goneCases: readonly ProviderCase[] = providerCasesOf("gone", {
  ...told,
  "a gone instance is not resumed": async (stage) => {
    const instance = await stage.instance();
    await stage.ground.removeInstance(instance);
    assert.equal(await stage.provider.resume(instance, stage.signal), "gone");
    assert.equal(await stage.provider.resume({ id: "nothing-of-the-kind" }, stage.signal), "gone");
  },
  "a gone instance is suspended and destroyed without complaint": async (stage) => {
    const instance = await stage.instance();
    await stage.ground.removeInstance(instance);
    await stage.provider.suspend(instance, stage.signal);
    await stage.provider.destroy(instance, stage.signal);
  },
  "a new instance of the same name does not stand in for the gone one": async (stage) => {
    const [name, fileSystem] = [stage.name(), await stage.fileSystem()];
    const first = await stage.instance({ name, fileSystem });
    await stage.ground.removeInstance(first);
    const second = await stage.instance({ name, fileSystem });
    assert.equal((await stage.exec(second, "true")).exitCode, 0);
    assert.ok(isSandboxGoneError(await thrownBy(stage.exec(first, "true"))));
  },
  "a gone file system is told, and no empty one takes its place": async (stage) => {
    const fileSystem = await stage.fileSystem();
    await stage.ground.removeFileSystem(fileSystem);
    const thrown = await thrownBy(stage.instance({ fileSystem }));
    assert.ok(isFileSystemGoneError(thrown), `a gone file system was due, not ${String(thrown)}`);
    assert.ok(AmbitError.isInstance(thrown) && thrown.code === "FILE_SYSTEM_GONE");
    assert.equal(isSandboxGoneError(thrown), false);
    assert.equal(await stage.ground.hasFileSystem(fileSystem), false);
  },
  "a gone file system is told to who asks for an instance that exists, too": async (stage) => {
    const [name, fileSystem] = [stage.name(), await stage.fileSystem()];
    const instance = await stage.instance({ name, fileSystem });
    await stage.ground.removeInstance(instance);
    await stage.ground.removeFileSystem(fileSystem);
    assert.ok(isFileSystemGoneError(await thrownBy(stage.instance({ name, fileSystem }))));
  },
  "a new file system of the same name does not stand in for the gone one": async (stage) => {
    const name = stage.name();
    const first = await stage.fileSystem({}, name);
    await stage.ground.removeFileSystem(first);
    await stage.fileSystem({}, name);
    assert.ok(isFileSystemGoneError(await thrownBy(stage.instance({ fileSystem: first }))));
  },
});
