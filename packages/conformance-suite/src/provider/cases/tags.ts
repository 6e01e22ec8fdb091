import assert from "node:assert/strict";
import type { ExecResult, SandboxHandle } from "@ambit/api-types";
import { within } from "../../sandbox/within.ts";
import { assertBeats, assertStill, beat, beatBegun } from "../heartbeat.ts";
import { type ProviderCase, providerCasesOf } from "../provider-case.ts";
import type { ProviderStage } from "../provider-stage.ts";

const SOON_MILLIS = 15_000;

/** Starts one beating command a tag, with a child that beats too. */
async function beating(stage: ProviderStage, instance: SandboxHandle, tags: readonly string[]): Promise<Map<string, Promise<ExecResult>>> {
  const running = new Map(tags.map((tag) => [tag, stage.exec(instance, `(${beat(`/workspace/${tag}.child`)}) & ${beat(`/workspace/${tag}`)}`, { tag })]));
  for (const tag of tags) for (const file of [tag, `${tag}.child`]) await beatBegun(stage, instance, `/workspace/${file}`);
  return running;
}

async function assertDead(stage: ProviderStage, instance: SandboxHandle, tag: string): Promise<void> {
  for (const file of [tag, `${tag}.child`]) await assertStill(stage, instance, `/workspace/${file}`);
}

/** Ends what still runs, so that its calls end. */
async function endAll(stage: ProviderStage, instance: SandboxHandle, running: ReadonlyMap<string, Promise<ExecResult>>): Promise<void> {
  await stage.provider.killAll(instance, stage.signal);
  for (const one of running.values()) await within(SOON_MILLIS, "a command that was killed", one);
}

/** Which commands a tag names. */
export const tagCases: readonly ProviderCase[] = providerCasesOf("tags", {
  "killTagged ends the commands of a tag with their trees, and no others": async (stage) => {
    const instance = await stage.instance();
    const running = await beating(stage, instance, ["crashed", "living"]);
    await stage.provider.killTagged(instance, ["crashed"], stage.signal);
    const ended = await within(SOON_MILLIS, "the command that was killed", running.get("crashed") ?? Promise.reject(new Error("no such command")));
    assert.notEqual(ended.exitCode, 0);
    assert.equal(ended.timedOut, false);
    await assertDead(stage, instance, "crashed");
    for (const file of ["living", "living.child"]) await assertBeats(stage, instance, `/workspace/${file}`);
    await endAll(stage, instance, running);
  },
  "tags are compared whole": async (stage) => {
    const instance = await stage.instance();
    const others = ["ab-cd", "xab", "AB", "a", "ab_"];
    const running = await beating(stage, instance, ["ab", ...others]);
    await stage.provider.killTagged(instance, ["ab"], stage.signal);
    await assertDead(stage, instance, "ab");
    for (const tag of others) await assertBeats(stage, instance, `/workspace/${tag}`);
    await endAll(stage, instance, running);
  },
  "several tags are ended at once, and all commands of each": async (stage) => {
    const instance = await stage.instance();
    const running = await beating(stage, instance, ["one", "two", "three"]);
    const again = stage.exec(instance, beat("/workspace/again"), { tag: "two" });
    await beatBegun(stage, instance, "/workspace/again");
    await stage.provider.killTagged(instance, ["one", "two"], stage.signal);
    for (const tag of ["one", "two"]) await assertDead(stage, instance, tag);
    await assertStill(stage, instance, "/workspace/again");
    await assertBeats(stage, instance, "/workspace/three");
    await within(SOON_MILLIS, "the second command of a tag", again);
    await endAll(stage, instance, running);
  },
  "a tag that nothing has, and no tag at all, end nothing": async (stage) => {
    const instance = await stage.instance();
    const running = await beating(stage, instance, ["one"]);
    await stage.provider.killTagged(instance, ["nobody"], stage.signal);
    await stage.provider.killTagged(instance, [], stage.signal);
    await assertBeats(stage, instance, "/workspace/one");
    await endAll(stage, instance, running);
  },
  "what a command's text or variables say is no tag": async (stage) => {
    const instance = await stage.instance();
    const running = stage.exec(instance, `: AMBIT_TAG=victim victim; ${beat("/workspace/beat")}`, { tag: "other", env: { VICTIM: "victim", NOTE: "tag victim" } });
    await beatBegun(stage, instance, "/workspace/beat");
    await stage.provider.killTagged(instance, ["victim"], stage.signal);
    await assertBeats(stage, instance, "/workspace/beat");
    await stage.provider.killAll(instance, stage.signal);
    await running;
  },
  "killAll ends every command with its tree, and the instance goes on": async (stage) => {
    const instance = await stage.instance();
    const running = await beating(stage, instance, ["one", "two"]);
    await stage.provider.killAll(instance, stage.signal);
    for (const one of running.values()) assert.notEqual((await within(SOON_MILLIS, "a command that was killed", one)).exitCode, 0);
    for (const tag of ["one", "two"]) await assertDead(stage, instance, tag);
    assert.equal((await stage.exec(instance, "echo usable")).stdout, "usable\n");
  },
  "a tag ends what its commands left behind, after a new provider as well": async (stage) => {
    const instance = await stage.instance();
    await stage.exec(instance, `(${beat("/workspace/left")}) > /dev/null 2>&1 &`, { tag: "left" });
    await beatBegun(stage, instance, "/workspace/left");
    await stage.reopen();
    await stage.provider.killTagged(instance, ["left"], stage.signal);
    await assertStill(stage, instance, "/workspace/left");
  },
});
