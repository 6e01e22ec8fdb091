import assert from "node:assert/strict";
import type { SandboxProvider } from "@ambit/api-types";
import { pause, within } from "../../sandbox/within.ts";
import { assertBeats, assertStill, beat, beatBegun } from "../heartbeat.ts";
import { type ProviderCase, providerCasesOf } from "../provider-case.ts";
import type { ProviderStage } from "../provider-stage.ts";
import { isGone, signalledMethods, sixCalls, otherInstanceCalls, thrownBy } from "../the-calls.ts";

const SOON_MILLIS = 15_000;

type Early = (stage: ProviderStage, signal: AbortSignal) => Promise<() => Promise<void>>;

/** Calls each method with an aborted signal, and then checks that nothing was done. */
const early: Readonly<Partial<Record<keyof SandboxProvider, Early>>> = {
  createFileSystem: async (stage, signal) => {
    const name = stage.name();
    await aborted(stage.provider.createFileSystem({ name, limits: stage.limits, signal }), signal);
    return async () => void (await stage.fileSystem({ diskMb: stage.limits.diskMb * 2 }, name));
  },
  create: async (stage, signal) => {
    const [name, fileSystem] = [stage.name(), await stage.fileSystem()];
    await aborted(stage.provider.create({ name, limits: stage.limits, fileSystem, signal }), signal);
    // Had it been made, it would have other limits than these.
    return async () => void (await stage.instance({ name, fileSystem, limits: { memoryMb: stage.limits.memoryMb * 2 } }));
  },
  destroyFileSystem: async (stage, signal) => {
    const fileSystem = await stage.fileSystem();
    await aborted(stage.provider.destroyFileSystem(fileSystem, signal), signal);
    return async () => assert.equal(await stage.ground.hasFileSystem(fileSystem), true);
  },
  destroyFileSystemByName: async (stage, signal) => {
    const name = stage.name();
    const fileSystem = await stage.fileSystem({}, name);
    await aborted(stage.provider.destroyFileSystemByName(name, signal), signal);
    return async () => assert.equal(await stage.ground.hasFileSystem(fileSystem), true);
  },
  destroyByName: async (stage, signal) => {
    const name = stage.name();
    const instance = await stage.instance({ name });
    await aborted(stage.provider.destroyByName(name, signal), signal);
    return async () => assert.equal(await isGone(stage, instance), false);
  },
};

async function onInstance(stage: ProviderStage, method: keyof SandboxProvider, signal: AbortSignal): Promise<void> {
  const instance = await stage.instance();
  const calls = { ...sixCalls, ...otherInstanceCalls };
  const call = calls[method as keyof typeof calls];
  await aborted(call(stage, instance, signal), signal);
  assert.equal(await isGone(stage, instance), false);
  assert.equal(await stage.read(instance, "/workspace/made"), null);
}

async function aborted(call: Promise<unknown>, signal: AbortSignal): Promise<void> {
  assert.equal(await within(SOON_MILLIS, "a call with an aborted signal", thrownBy(call)), signal.reason, "the signal's reason was due");
}

const refused = signalledMethods.map((method) => [
  `${method} with an aborted signal rejects with its reason, and does nothing`,
  async (stage: ProviderStage): Promise<void> => {
    const signal = AbortSignal.abort(new Error(`given up: ${method}`));
    const one = early[method];
    if (one === undefined) await onInstance(stage, method, signal);
    else await (await one(stage, signal))();
  },
] as const);

/** What an aborted signal does. */
export const abortCases: readonly ProviderCase[] = providerCasesOf("abort", {
  ...Object.fromEntries(refused),
  "a command with an aborted signal is not begun": async (stage) => {
    const instance = await stage.instance();
    await thrownBy(stage.exec(instance, "echo a > /workspace/begun", { signal: AbortSignal.abort() }));
    await pause(500);
    assert.equal(await stage.read(instance, "/workspace/begun"), null);
  },
  "an aborted command resolves with its output, null and no timeout, and its tree is dead": async (stage) => {
    const instance = await stage.instance();
    const control = new AbortController();
    const running = stage.exec(instance, `echo before; echo wrong >&2; (${beat("/workspace/child")}) & ${beat("/workspace/main")}`, { signal: control.signal });
    for (const file of ["main", "child"]) await beatBegun(stage, instance, `/workspace/${file}`);
    control.abort();
    assert.deepEqual(await within(SOON_MILLIS, "an aborted command", running), { exitCode: null, stdout: "before\n", stderr: "wrong\n", truncated: false, timedOut: false });
    for (const file of ["main", "child"]) await assertStill(stage, instance, `/workspace/${file}`);
  },
  "an aborted command takes what forked twice with it": async (stage) => {
    const instance = await stage.instance();
    const control = new AbortController();
    const running = stage.exec(instance, `(( ${beat("/workspace/deep")} ) & ) ; ${beat("/workspace/main")}`, { signal: control.signal });
    await beatBegun(stage, instance, "/workspace/deep");
    await beatBegun(stage, instance, "/workspace/main");
    control.abort();
    await running;
    for (const file of ["main", "deep"]) await assertStill(stage, instance, `/workspace/${file}`);
  },
  "an aborted command that ignores signals is dead": async (stage) => {
    const instance = await stage.instance();
    const control = new AbortController();
    const running = stage.exec(instance, `trap '' TERM INT HUP QUIT; ${beat("/workspace/main")}`, { signal: control.signal });
    await beatBegun(stage, instance, "/workspace/main");
    control.abort();
    assert.deepEqual([(await running).exitCode, (await running).timedOut], [null, false]);
    await assertStill(stage, instance, "/workspace/main");
  },
  "an aborted command leaves the others running": async (stage) => {
    const instance = await stage.instance();
    const controls = [new AbortController(), new AbortController()];
    const running = controls.map(({ signal }, index) => stage.exec(instance, beat(`/workspace/beat-${index}`), { signal }));
    for (const index of [0, 1]) await beatBegun(stage, instance, `/workspace/beat-${index}`);
    controls[0]?.abort();
    assert.equal((await running[0])?.exitCode, null);
    await assertStill(stage, instance, "/workspace/beat-0");
    await assertBeats(stage, instance, "/workspace/beat-1");
    controls[1]?.abort();
    await running[1];
  },
  "a signal that is aborted after the end changes nothing": async (stage) => {
    const instance = await stage.instance();
    const control = new AbortController();
    assert.equal((await stage.exec(instance, "true", { signal: control.signal })).exitCode, 0);
    control.abort();
    assert.equal((await stage.exec(instance, "echo a")).stdout, "a\n");
  },
});
