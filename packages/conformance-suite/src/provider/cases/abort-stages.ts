import assert from "node:assert/strict";
import { pause, within } from "../../sandbox/within.ts";
import { assertStill, beat } from "../heartbeat.ts";
import { type ProviderCase, providerCasesOf } from "../provider-case.ts";
import { isGone } from "../the-calls.ts";

const SOON_MILLIS = 15_000;
const DELAYS: readonly number[] = [0, 1, 2, 5, 10, 20, 40, 80, 160, 320];

/** Aborts a call after some time; it must end soon, well or with the reason. */
async function cut<T>(delay: number, call: (signal: AbortSignal) => Promise<T>): Promise<{ readonly value?: T; readonly error?: unknown }> {
  const control = new AbortController();
  const reason = new Error("given up on the way");
  const running = call(control.signal).then((value) => ({ value }), (error: unknown) => ({ error }));
  await pause(delay);
  control.abort(reason);
  const end = await within(SOON_MILLIS, `a call that was given up after ${delay} ms`, running);
  if ("error" in end) assert.equal(end.error, reason, "a call that is given up ends with the reason");
  return end;
}

/** What happens when a signal is aborted on the way. */
export const abortStageCases: readonly ProviderCase[] = providerCasesOf("abort", {
  "a command that is given up at any moment ends soon, and never runs on": async (stage) => {
    const instance = await stage.instance();
    for (const delay of DELAYS) {
      const { value } = await cut(delay, (signal) => stage.exec(instance, beat(`/workspace/beat-${delay}`), { signal }));
      if (value !== undefined) assert.deepEqual([value.exitCode, value.timedOut], [null, false]);
    }
    for (const delay of DELAYS) await assertStill(stage, instance, `/workspace/beat-${delay}`);
  },
  "a command that is given up while its instance starts ends soon, and never runs on": async (stage) => {
    const instance = await stage.instance();
    for (const delay of [0, 10, 50, 200]) {
      await stage.ground.stopInstance(instance);
      await cut(delay, (signal) => stage.exec(instance, beat(`/workspace/beat-${delay}`), { signal }));
    }
    for (const delay of [0, 10, 50, 200]) await assertStill(stage, instance, `/workspace/beat-${delay}`);
  },
  "creations that are given up can be cleaned up by name": async (stage) => {
    for (const delay of [0, 5, 25, 100]) {
      const [files, name] = [stage.name(), stage.name()];
      await cut(delay, (signal) => stage.provider.createFileSystem({ name: files, limits: stage.limits, signal }));
      const fileSystem = await stage.fileSystem({}, files);
      await cut(delay, (signal) => stage.provider.create({ name, limits: stage.limits, fileSystem, signal }));
      await stage.provider.destroyByName(name, stage.signal);
      await stage.provider.destroyFileSystemByName(files, stage.signal);
      assert.equal(await stage.ground.hasFileSystem(fileSystem), false);
    }
  },
  "a file that is given up on its way is there whole, or as it was": async (stage) => {
    const instance = await stage.instance();
    const data = Buffer.alloc(8 * 1024 * 1024, "b");
    await stage.write(instance, "/workspace/file", "as it was");
    for (const delay of [0, 2, 5, 10, 20]) {
      await cut(delay, (signal) => stage.provider.writeFile(instance, "/workspace/file", data, signal));
      const found = await stage.provider.stat(instance, "/workspace/file", stage.signal);
      assert.ok(found?.size === 9 || found?.size === data.length, `the file has ${found?.size} bytes`);
    }
    for (const delay of [0, 2, 5, 10]) await cut(delay, (signal) => stage.provider.readFile(instance, "/workspace/file", { maxBytes: data.length, signal }));
    assert.equal((await stage.exec(instance, "ls -A /workspace")).stdout, "file\n");
  },
  "rest, resume, kill and look end soon when they are given up": async (stage) => {
    const instance = await stage.instance();
    for (const delay of [0, 1, 5, 20]) {
      await cut(delay, (signal) => stage.provider.suspend(instance, signal));
      await cut(delay, (signal) => stage.provider.resume(instance, signal));
      await cut(delay, (signal) => stage.provider.stat(instance, "/", signal));
      await cut(delay, (signal) => stage.provider.killAll(instance, signal));
      await cut(delay, (signal) => stage.provider.killTagged(instance, ["a"], signal));
    }
    assert.equal((await stage.exec(instance, "echo usable")).stdout, "usable\n");
  },
  "a destruction that is given up can be done again": async (stage) => {
    for (const delay of [0, 5, 20]) {
      const fileSystem = await stage.fileSystem();
      const instance = await stage.instance({ fileSystem });
      await cut(delay, (signal) => stage.provider.destroy(instance, signal));
      await stage.provider.destroy(instance, stage.signal);
      assert.equal(await isGone(stage, instance), true);
      await cut(delay, (signal) => stage.provider.destroyFileSystem(fileSystem, signal));
      await stage.provider.destroyFileSystem(fileSystem, stage.signal);
      assert.equal(await stage.ground.hasFileSystem(fileSystem), false);
    }
  },
});
