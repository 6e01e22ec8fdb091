import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import type { SandboxHandle } from "@ambit/api-types";
import { eventually, pause } from "../../sandbox/within.ts";
import { type ProviderCase, providerCasesOf } from "../provider-case.ts";
import type { ProviderStage } from "../provider-stage.ts";

const MANY = 1000;
const TOGETHER = 20;

/** Processes that can be seen inside, those of the look itself included. */
async function processesInside(stage: ProviderStage, instance: SandboxHandle): Promise<number> {
  return Number((await stage.exec(instance, "ls -d /proc/[0-9]* | wc -l")).stdout);
}

/** Descriptors of this process; 0 where the system does not show them. */
function openDescriptors(): number {
  return process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0;
}

/** Processes that this process has started and that are there, as far as the system shows them. */
function childProcesses(pid: number = process.pid): number {
  if (process.platform !== "linux") return 0;
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    const children = new Set(tasks.flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, "latin1").split(" ").filter((word) => word !== "")));
    return [...children].reduce((sum, child) => sum + 1 + childProcesses(Number(child)), 0);
  } catch {
    return 0;
  }
}

/** Several calls on one instance. */
export const atOnceCases: readonly ProviderCase[] = providerCasesOf("at once", {
  "commands run at once: each waits for the other": async (stage) => {
    const instance = await stage.instance();
    const wait = (mine: string, other: string): string => `echo a > ${mine}; while [ ! -e ${other} ]; do sleep 0.05; done; echo met`;
    const [left, right] = await Promise.all([stage.exec(instance, wait("left", "right")), stage.exec(instance, wait("right", "left"))]);
    assert.deepEqual([left.stdout, right.stdout], ["met\n", "met\n"]);
  },
  "files are read, written and looked at while a command runs": async (stage) => {
    const instance = await stage.instance();
    const running = stage.exec(instance, "while [ ! -e go ]; do sleep 0.05; done; cat go");
    assert.equal(await stage.read(instance, "/workspace/go"), null);
    assert.equal(await stage.provider.stat(instance, "/workspace/go", stage.signal), null);
    await stage.write(instance, "/workspace/go", "gone on");
    assert.equal((await running).stdout, "gone on");
  },
  "fifty commands at once end without a failure, each with its own output": async (stage) => {
    const instance = await stage.instance();
    const results = await Promise.all(Array.from({ length: 50 }, (_, index) => stage.exec(instance, `sleep 0.2; echo ${index}; echo ${-index} >&2; exit ${index}`, { timeoutMs: 60_000 })));
    results.forEach((result, index) => assert.deepEqual(result, { exitCode: index, stdout: `${index}\n`, stderr: `${-index}\n`, truncated: false, timedOut: false }));
  },
  "fifty files at once come back, each as it was": async (stage) => {
    const instance = await stage.instance();
    const texts = Array.from({ length: 50 }, (_, index) => `${index}:`.repeat(2000));
    await Promise.all(texts.map((text, index) => stage.write(instance, `/workspace/files/${index}`, text)));
    assert.deepEqual(await Promise.all(texts.map((_, index) => stage.read(instance, `/workspace/files/${index}`))), texts);
  },
  "two that write one file at once leave one of their texts": async (stage) => {
    const instance = await stage.instance();
    const texts = ["a", "b", "c", "d"].map((letter) => letter.repeat(100_000));
    for (let round = 0; round < 3; round++) {
      await Promise.all(texts.map((text) => stage.write(instance, "/workspace/file", text)));
      assert.ok(texts.includes((await stage.read(instance, "/workspace/file")) ?? ""));
    }
  },
  "sessions are kept apart where the provider says so": async (stage) => {
    if (stage.provider.sessionIsolation !== true) return assert.ok([undefined, false].includes(stage.provider.sessionIsolation));
    const instance = await stage.instance();
    const own = stage.exec(instance, "exec sleep 20", { tag: "own" });
    const other = await stage.exec(instance, "sleep 0.5; kill -9 -1; for folder in /proc/[0-9]*; do kill -9 ${folder#/proc/}; done 2>/dev/null; echo tried", { tag: "other" }).catch(() => undefined);
    await stage.provider.killTagged(instance, ["other"], stage.signal);
    const ended = await Promise.race([own.then(() => true, () => true), pause(1000).then(() => false)]);
    assert.ok(other !== undefined || !ended, "a session ended another one");
    assert.equal(ended, false, "a session ended the command of another one");
    await stage.provider.killAll(instance, stage.signal);
  },
  "a thousand commands leave no process and no descriptor behind": async (stage) => {
    const instance = await stage.instance();
    for (let warm = 0; warm < TOGETHER; warm++) await stage.exec(instance, "true");
    const before = { inside: await processesInside(stage, instance), descriptors: openDescriptors(), children: childProcesses() };
    for (let done = 0; done < MANY; done += TOGETHER) {
      const results = await Promise.all(Array.from({ length: TOGETHER }, (_, index) => stage.exec(instance, `echo ${done + index}`, { timeoutMs: 60_000 })));
      results.forEach((result, index) => assert.equal(result.stdout, `${done + index}\n`));
    }
    await eventually(30_000, "no more processes inside than before", async () => (await processesInside(stage, instance)) <= before.inside);
    // A connection or two may be kept for the next call.
    await eventually(30_000, "no more descriptors than before", () => openDescriptors() <= before.descriptors + TOGETHER);
    await eventually(30_000, "no more child processes than before", () => childProcesses() <= before.children);
  },
});
