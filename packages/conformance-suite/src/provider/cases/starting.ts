import assert from "node:assert/strict";
import type { SandboxHandle } from "@ambit/api-types";
import { type ProviderCase, providerCasesOf } from "../provider-case.ts";
import type { ProviderStage } from "../provider-stage.ts";
import { sixCalls } from "../the-calls.ts";

const rests: Readonly<Record<string, (stage: ProviderStage, instance: SandboxHandle) => Promise<void>>> = {
  "stopped by other means": ({ ground }, instance) => ground.stopInstance(instance),
  suspended: ({ provider, signal }, instance) => provider.suspend(instance, signal),
};

async function resting(stage: ProviderStage, rest: (stage: ProviderStage, instance: SandboxHandle) => Promise<void>): Promise<SandboxHandle> {
  const instance = await stage.instance();
  await stage.write(instance, "/workspace/kept", "kept");
  await rest(stage, instance);
  return instance;
}

const single = Object.entries(rests).flatMap(([how, rest]) =>
  Object.entries(sixCalls).map(([method, call]) => [
    `${method} starts an instance that was ${how}, files kept`,
    async (stage: ProviderStage): Promise<void> => {
      const instance = await resting(stage, rest);
      await call(stage, instance, stage.signal);
      assert.equal(await stage.read(instance, "/workspace/kept"), "kept");
      assert.equal((await stage.exec(instance, "echo runs")).stdout, "runs\n");
    },
  ] as const),
);

const several = Object.entries(rests).map(([how, rest]) => [
  `eight calls that find an instance ${how} at once all succeed`,
  async (stage: ProviderStage): Promise<void> => {
    const instance = await resting(stage, rest);
    const calls = [sixCalls.exec, sixCalls.readFile, sixCalls.stat, sixCalls.exec, sixCalls.writeFile, sixCalls.exec, sixCalls.readFile, sixCalls.exec];
    const settled = await Promise.allSettled(calls.map((call) => call(stage, instance, stage.signal)));
    assert.deepEqual(settled.map((one) => (one.status === "rejected" ? String(one.reason) : "")), calls.map(() => ""));
    assert.equal(await stage.read(instance, "/workspace/kept"), "kept");
  },
] as const);

/** An instance that is there and does not run. */
export const startingCases: readonly ProviderCase[] = providerCasesOf("starting", {
  ...Object.fromEntries(single),
  ...Object.fromEntries(several),
  "resume starts an instance that was stopped by other means": async (stage) => {
    const instance = await stage.instance();
    await stage.ground.stopInstance(instance);
    assert.equal(await stage.provider.resume(instance, stage.signal), "resumed");
    assert.equal((await stage.exec(instance, "true")).exitCode, 0);
  },
  "resume of an instance that runs is no failure": async (stage) => {
    const instance = await stage.instance();
    assert.equal(await stage.provider.resume(instance, stage.signal), "resumed");
  },
  "suspending twice is no failure, and resuming twice": async (stage) => {
    const instance = await stage.instance();
    for (let times = 0; times < 2; times++) await stage.provider.suspend(instance, stage.signal);
    for (let times = 0; times < 2; times++) assert.equal(await stage.provider.resume(instance, stage.signal), "resumed");
  },
  "nothing of a suspended instance goes on": async (stage) => {
    const fileSystem = await stage.fileSystem();
    const [first, other] = [await stage.instance({ fileSystem }), await stage.instance({ fileSystem })];
    const running = stage.exec(first, "i=0; while :; do i=$((i+1)); echo $i > beat; sleep 0.1; done", { timeoutMs: 10_000 }).catch(() => undefined);
    await stage.exec(other, "while [ ! -s beat ]; do sleep 0.1; done");
    await stage.provider.suspend(first, stage.signal);
    const before = await stage.read(other, "/workspace/beat");
    await stage.exec(other, "sleep 1");
    assert.equal(await stage.read(other, "/workspace/beat"), before);
    await stage.provider.destroy(first, stage.signal);
    await running;
  },
});
