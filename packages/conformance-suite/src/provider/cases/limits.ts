import assert from "node:assert/strict";
import type { SandboxAmount, SandboxHandle } from "@ambit/api-types";
import { expectError } from "../../sandbox/expect-error.ts";
import { eventually } from "../../sandbox/within.ts";
import { type ProviderCase, providerCasesOf } from "../provider-case.ts";
import type { ProviderStage } from "../provider-stage.ts";
import { thrownBy } from "../the-calls.ts";

const MEBIBYTE = 1024 * 1024;
/** Loops that want a processor each, so that an instance gets its part of a busy machine. */
const LOOPS = 4;
/** So small that a machine with much else to do gives more to those that may have it. */
const BOUND_CPU = 0.05;
const SLACK = 1.8;
/** How much more the other instance must get before the case believes that it was the limit which held the first one back. */
const TIMES_MORE = 2.5;
const MOST_ROUNDS = 12;

/** Whether a limit holds; a provider that says nothing of itself is taken to keep all. */
function holds(stage: ProviderStage, amount: SandboxAmount): boolean {
  return stage.report?.limits[amount].holds ?? true;
}

/** What is not kept must be said, with what to do. */
function assertSaid(stage: ProviderStage, amount: SandboxAmount): void {
  const said = stage.report?.limits[amount];
  assert.ok(said !== undefined && !said.holds && said.reason !== "" && said.remedy !== "");
}

/** Processors that many loops in an instance keep busy, on average over a while. */
async function processorsUsed(stage: ProviderStage, instance: SandboxHandle): Promise<number> {
  const line = `read from rest < /proc/uptime; loops=; i=0; while [ $i -lt ${LOOPS} ]; do i=$((i+1)); (while :; do :; done) & loops="$loops $!"; done; sleep 2; for p in $loops; do cat /proc/$p/stat; done; read to rest < /proc/uptime; kill -9 $loops; echo "$from $to"`;
  const lines = (await stage.exec(instance, line, { timeoutMs: 60_000 })).stdout.trim().split("\n");
  const [from = 0, to = 0] = (lines.pop() ?? "").split(" ").map(Number);
  // Fields 14 and 15, in hundredths of a second, counted from the one after the name.
  const ticks = lines.map((stat) => stat.slice(stat.lastIndexOf(")") + 2).split(" ")).reduce((sum, fields) => sum + Number(fields[11]) + Number(fields[12]), 0);
  assert.equal(lines.length, LOOPS, "every loop is still there");
  return ticks / 100 / (to - from);
}

/** What an environment may use. */
export const limitCases: readonly ProviderCase[] = providerCasesOf("limits", {
  "a command cannot have more memory than memoryMb": async (stage) => {
    if (!holds(stage, "memoryMb")) return assertSaid(stage, "memoryMb");
    const instance = await stage.instance({ limits: { memoryMb: 128 } });
    const hungry = "x=$(head -c 400000000 /dev/zero | tr '\\0' a); echo \"had ${#x}\"";
    const result = await stage.exec(instance, hungry, { timeoutMs: 60_000 }).catch((error: unknown) => ({ stdout: String(error) }));
    assert.ok(!result.stdout.includes("had 400000000"), "the command had it all");
    await eventually(20_000, "the instance is usable", async () => (await stage.exec(instance, "echo usable").catch(() => undefined))?.stdout === "usable\n");
  },
  "the files cannot take more than diskMb, and there is a way back": async (stage) => {
    if (!holds(stage, "diskMb")) return assertSaid(stage, "diskMb");
    const instance = await stage.instance({ limits: { diskMb: 16 } });
    const greedy = "i=0; while [ $i -lt 40 ]; do i=$((i+1)); head -c 1048576 /dev/zero > part-$i || exit 1; sleep 0.2; done; echo all";
    const result = await stage.exec(instance, greedy, { timeoutMs: 60_000 }).catch((error: unknown) => ({ stdout: "", error }));
    assert.ok(!result.stdout.includes("all"), "40 MiB were written into 16");
    assert.notEqual(await thrownBy(stage.provider.writeFile(instance, "/workspace/more", Buffer.alloc(20 * MEBIBYTE), stage.signal)), undefined);
    await stage.exec(instance, "rm -f part-*");
    await stage.write(instance, "/workspace/small", "small");
    assert.equal(await stage.read(instance, "/workspace/small"), "small");
  },
  "a write without room says which limit it met, and leaves the file as it was": async (stage) => {
    if (!holds(stage, "diskMb")) return assertSaid(stage, "diskMb");
    const instance = await stage.instance({ limits: { diskMb: 16 } });
    await stage.write(instance, "/workspace/file", "as it was");
    await expectError(stage.provider.writeFile(instance, "/workspace/file", Buffer.alloc(20 * MEBIBYTE), stage.signal), "LIMIT_EXCEEDED");
    assert.equal(await stage.read(instance, "/workspace/file"), "as it was");
    assert.equal((await stage.exec(instance, "ls -A")).stdout.replace("lost+found\n", ""), "file\n");
  },
  "one file cannot be larger than diskMb": async (stage) => {
    if (!holds(stage, "diskMb")) return assertSaid(stage, "diskMb");
    const instance = await stage.instance({ limits: { diskMb: 16 } });
    const result = await stage.exec(instance, "head -c 60000000 /dev/zero > file && echo all", { timeoutMs: 60_000 }).catch(() => ({ stdout: "" }));
    assert.ok(!result.stdout.includes("all"));
    await stage.exec(instance, "rm -f file");
  },
  "commands cannot keep more processors busy than cpu": async (stage) => {
    if (!holds(stage, "cpu")) return assertSaid(stage, "cpu");
    const [bound, free] = [await stage.instance({ limits: { cpu: BOUND_CPU } }), await stage.instance({ limits: { cpu: 1 } })];
    for (let rounds = 0; rounds < MOST_ROUNDS; rounds++) {
      const [used, given] = await Promise.all([processorsUsed(stage, bound), processorsUsed(stage, free)]);
      assert.ok(used < BOUND_CPU * SLACK, `${used} processors were used, of at most ${BOUND_CPU}`);
      // Only a machine that has processors to give shows that one was kept from them.
      if (used > 0 && given > TIMES_MORE * Math.max(used, BOUND_CPU)) return;
    }
    assert.fail(`the machine was too busy for ${MOST_ROUNDS} rounds to tell whether cpu holds`);
  },
  "a flood of processes is bounded, and ends": async (stage) => {
    const instance = await stage.instance();
    const control = new AbortController();
    const flood = stage.exec(instance, "f() { while :; do sleep 60 & done; }; f", { signal: control.signal, maxOutputBytes: 1000, timeoutMs: 20_000 }).catch(() => undefined);
    setTimeout(() => control.abort(), 3000);
    await flood;
    await stage.provider.killAll(instance, stage.signal).catch(() => undefined);
    await eventually(30_000, "the instance is usable", async () => (await stage.exec(instance, "ls -d /proc/[0-9]* | wc -l").catch(() => undefined))?.exitCode === 0);
    assert.ok(Number((await stage.exec(instance, "ls -d /proc/[0-9]* | wc -l")).stdout) < 40);
  },
  "processes that nobody asks after are not kept": async (stage) => {
    const instance = await stage.instance();
    await stage.exec(instance, "i=0; while [ $i -lt 300 ]; do i=$((i+1)); ( (true) & ) ; done", { timeoutMs: 60_000 });
    await eventually(30_000, "no ended process is left", async () => Number((await stage.exec(instance, "ls -d /proc/[0-9]* | wc -l")).stdout) < 30);
  },
  "what is said of each limit has a ground or a remedy": async (stage) => {
    for (const said of Object.values(stage.report?.limits ?? {})) assert.ok(said.holds ? said.by.length > 0 : said.reason.length > 0 && said.remedy.length > 0);
  },
});
