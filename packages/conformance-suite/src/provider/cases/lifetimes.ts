import assert from "node:assert/strict";
import { AmbitError } from "@ambit/api-types";
import { type ProviderCase, providerCasesOf } from "../provider-case.ts";
import { thrownBy } from "../the-calls.ts";

/** What outlives what. */
export const lifetimeCases: readonly ProviderCase[] = providerCasesOf("lifetimes", {
  "files outlive their instance": async (stage) => {
    const fileSystem = await stage.fileSystem();
    const first = await stage.instance({ fileSystem });
    for (const root of ["/workspace", "/skills"]) await stage.write(first, `${root}/kept`, root);
    await stage.provider.destroy(first, stage.signal);
    const second = await stage.instance({ fileSystem });
    for (const root of ["/workspace", "/skills"]) assert.equal(await stage.read(second, `${root}/kept`), root);
  },
  "files outlive an instance that is destroyed by name, and the name makes another one": async (stage) => {
    const [name, fileSystem] = [stage.name(), await stage.fileSystem()];
    const first = await stage.instance({ name, fileSystem });
    await stage.write(first, "/workspace/kept", "kept");
    await stage.provider.destroyByName(name, stage.signal);
    const second = await stage.instance({ name, fileSystem });
    assert.notEqual(second.id, first.id);
    assert.equal(await stage.read(second, "/workspace/kept"), "kept");
  },
  "files outlive a rest, /tmp among them": async (stage) => {
    const instance = await stage.instance();
    for (const root of ["/workspace", "/skills", "/tmp"]) await stage.write(instance, `${root}/kept`, root);
    await stage.provider.suspend(instance, stage.signal);
    assert.equal(await stage.provider.resume(instance, stage.signal), "resumed");
    for (const root of ["/workspace", "/skills", "/tmp"]) assert.equal(await stage.read(instance, `${root}/kept`), root);
  },
  "instances and files outlive their provider, and handles are plain values": async (stage) => {
    const fileSystem = await stage.fileSystem();
    const instance = await stage.instance({ fileSystem });
    await stage.write(instance, "/workspace/kept", "kept");
    const stored = JSON.stringify({ fileSystem, instance });
    await stage.reopen();
    const known = JSON.parse(stored) as { fileSystem: typeof fileSystem; instance: typeof instance };
    assert.equal(await stage.read(known.instance, "/workspace/kept"), "kept");
    assert.equal(await stage.read(await stage.instance({ fileSystem: known.fileSystem }), "/workspace/kept"), "kept");
  },
  "a provider that is closed fails, and says of nothing that it is gone": async (stage) => {
    const fileSystem = await stage.fileSystem();
    const instance = await stage.instance({ fileSystem });
    await stage.write(instance, "/workspace/kept", "kept");
    const before = stage.provider;
    if (before.close === undefined) return;
    await before.close();
    const calls = [() => before.stat(instance, "/", stage.signal), () => before.resume(instance, stage.signal), () => before.create({ name: stage.name(), limits: stage.limits, fileSystem, signal: stage.signal })];
    for (const call of calls) {
      const thrown = await thrownBy(call());
      assert.ok(AmbitError.isInstance(thrown) && thrown.code === "SANDBOX_FAILED", `a failure was due, not ${String(thrown)}`);
    }
    await stage.reopen();
    assert.equal(await stage.read(instance, "/workspace/kept"), "kept");
  },
});
