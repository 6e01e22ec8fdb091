import assert from "node:assert/strict";
import { eventually } from "../../sandbox/within.ts";
import { DoomedHolder } from "../doomed-holder.ts";
import { assertStill, beat, beatBegun, beats } from "../heartbeat.ts";
import { type ProviderCase, providerCasesOf } from "../provider-case.ts";

/** Milliseconds after its limit by which a command has ended without its provider. */
const GRACE_MILLIS = 10_000;

/** The wall time of a command, from outside and from inside. */
export const timeLimitCases: readonly ProviderCase[] = providerCasesOf("time limits", {
  "a command past its limit is ended with its tree, and its output is kept": async (stage) => {
    const instance = await stage.instance();
    const begun = performance.now();
    const result = await stage.exec(instance, `echo before; echo wrong >&2; (${beat("/workspace/child")}) & ${beat("/workspace/main")}`, { timeoutMs: 2000 });
    assert.deepEqual(result, { exitCode: null, stdout: "before\n", stderr: "wrong\n", truncated: false, timedOut: true });
    assert.ok(performance.now() - begun < 12_000, "it should have ended soon after its limit");
    for (const file of ["main", "child"]) await assertStill(stage, instance, `/workspace/${file}`);
  },
  "a command that ignores signals is ended at its limit": async (stage) => {
    const instance = await stage.instance();
    const result = await stage.exec(instance, `trap '' TERM INT HUP QUIT; ${beat("/workspace/main")}`, { timeoutMs: 1000 });
    assert.deepEqual([result.exitCode, result.timedOut], [null, true]);
    await assertStill(stage, instance, "/workspace/main");
  },
  "a command that closed its output is ended at its limit": async (stage) => {
    const instance = await stage.instance();
    const result = await stage.exec(instance, `exec >/dev/null 2>&1 <&-; ${beat("/workspace/main")}`, { timeoutMs: 1500 });
    assert.deepEqual([result.exitCode, result.timedOut], [null, true]);
    await assertStill(stage, instance, "/workspace/main");
  },
  "the limit of a command that has ended touches nothing that comes after it": async (stage) => {
    const instance = await stage.instance();
    await Promise.all([1, 2, 3].map(() => stage.exec(instance, "true", { timeoutMs: 1000 })));
    const result = await stage.exec(instance, "sleep 5; echo whole");
    assert.deepEqual([result.exitCode, result.stdout], [0, "whole\n"]);
  },
  "a command ends inside at its limit when its provider was killed": async (stage) => {
    const fileSystem = { name: stage.name(), limits: stage.limits };
    await stage.provider.close?.();
    const holder = await DoomedHolder.start(stage.ground.elsewhere, { fileSystem, name: stage.name(), command: `(${beat("/workspace/child")}) & ${beat("/workspace/main")}`, timeoutMs: 4000, until: "/workspace/main" });
    const killed = performance.now();
    await holder.kill();
    await stage.reopen();
    for (const file of ["/workspace/main", "/workspace/child"]) await eventually(4000 + GRACE_MILLIS, `what writes ${file} has ended`, async () => !(await beats(stage, holder.instance, file)));
    assert.ok(performance.now() - killed < 4000 + 2 * GRACE_MILLIS);
    assert.equal((await stage.exec(holder.instance, "echo usable")).stdout, "usable\n");
  },
  "a command runs beside others that end at their limits": async (stage) => {
    const instance = await stage.instance();
    const long = stage.exec(instance, beat("/workspace/long"), { timeoutMs: 6000 });
    await beatBegun(stage, instance, "/workspace/long");
    await stage.exec(instance, "sleep 30", { timeoutMs: 500 });
    assert.equal(await beats(stage, instance, "/workspace/long"), true);
    assert.equal((await long).timedOut, true);
  },
});
