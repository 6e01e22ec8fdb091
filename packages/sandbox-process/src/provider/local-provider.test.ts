import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { processesOf } from "../testing/local-ground.ts";
import { LocalRig } from "../testing/local-rig.ts";
import { createLocalProvider } from "./index.ts";

const rig = new LocalRig();
beforeAll(() => rig.open());
afterAll(() => rig.close());

/** Leaves its session, its parent and its environment. */
const escape = (file: string): string => `env -i setsid sh -c '(( i=0; while :; do i=$((i+1)); echo $i > ${file}; sleep 0.1; done ) & )'`;

test("a folder has one owner at a time", async () => {
  await expect(createLocalProvider({ folder: rig.folder })).rejects.toMatchObject({ code: "BACKEND_UNAVAILABLE" });
  expect((await rig.exec(await rig.instance(), "echo usable")).stdout).toBe("usable\n");
});

test("what cleared its environment, left its session and lost its parent ends with its command", async () => {
  const instance = await rig.instance();
  const control = new AbortController();
  const running = rig.exec(instance, `${escape("/workspace/left")}; while [ ! -s left ]; do sleep 0.1; done; echo away; sleep 60`, { signal: control.signal });
  await expect.poll(async () => (await rig.provider.stat(instance, "/workspace/left", rig.signal))?.size ?? 0, { timeout: 10_000 }).toBeGreaterThan(0);
  control.abort();
  expect((await running).exitCode).toBeNull();
  const count = async (where: typeof instance): Promise<string> => (await rig.exec(where, "ls -d /proc/[0-9]* | wc -l")).stdout.trim();
  // What was ended is gone once the first process of the instance has taken its exit code.
  await expect.poll(() => count(instance), { timeout: 5000 }).toBe(await count(await rig.instance()));
});

test("what a finished command left behind so is found by its tag", async () => {
  const instance = await rig.instance();
  await rig.exec(instance, escape("/workspace/left"), { tag: "gone" });
  await expect.poll(async () => (await rig.provider.stat(instance, "/workspace/left", rig.signal))?.size ?? 0, { timeout: 10_000 }).toBeGreaterThan(0);
  await rig.provider.killTagged(instance, ["gone"], rig.signal);
  const look = async (): Promise<string> => Buffer.from((await rig.provider.readFile(instance, "/workspace/left", { maxBytes: 100, signal: rig.signal }))?.data ?? []).toString();
  const before = await look();
  await rig.exec(instance, "sleep 0.5");
  expect(await look()).toBe(before);
});

test("an image is refused, since there are none", async () => {
  await expect(rig.provider.create({ name: "with-image", image: "debian", limits: rig.limits, fileSystem: await rig.fileSystem(), signal: rig.signal })).rejects.toMatchObject({ code: "REFUSED" });
});

test("nothing of the host is there: no file, no variable, no process", async () => {
  writeFileSync(join(rig.folder, "secret"), "secret of the host");
  const instance = await rig.instance();
  const seen = await rig.exec(instance, `cat ${rig.folder}/secret /etc/shadow; ls /root /home /sys ${rig.folder}; env; cat /proc/1/environ; ps -ef; ln -s ${rig.folder}/secret link; cat link`);
  expect(seen.stdout).not.toMatch(/secret of|root:|VITEST|node_modules/);
  expect(await rig.provider.readFile(instance, "/workspace/link", { maxBytes: 100, signal: rig.signal })).toBeNull();
  expect(await rig.provider.readFile(instance, "/etc/shadow", { maxBytes: 100, signal: rig.signal })).toBeNull();
});

test("no file of a sandbox is a device or runs as somebody else", async () => {
  const instance = await rig.instance();
  const result = await rig.exec(instance, "mknod dev c 1 3 || mknod dev b 7 0 || echo no device; cp /bin/true mine; chmod u+s mine && [ -u mine ] || echo no set-user-id; id -u; grep -E 'Cap(Eff|Prm|Bnd)|NoNewPrivs' /proc/self/status");
  expect(result.stdout).toContain("no device");
  expect(result.stdout).toContain("no set-user-id");
  expect(result.stdout).toMatch(/CapPrm:\s+0+\nCapEff:\s+0+\nCapBnd:\s+0+\nNoNewPrivs:\s+1/);
});

test("a supervisor that a command ends is started again, with the files", async () => {
  const instance = await rig.instance();
  await rig.exec(instance, "echo kept > kept");
  await expect(rig.exec(instance, "kill -9 $PPID; sleep 5")).rejects.toMatchObject({ code: "SANDBOX_FAILED" });
  expect((await rig.exec(instance, "cat kept")).stdout).toBe("kept\n");
  await rig.exec(instance, "kill -9 -1").catch(() => undefined);
  expect((await rig.exec(instance, "cat kept")).stdout).toBe("kept\n");
});

test("a supervisor that a command stops holds nobody up for ever", { timeout: 90_000 }, async () => {
  const instance = await rig.instance();
  const result = await rig.exec(instance, "kill -STOP $PPID; sleep 60", { timeoutMs: 1000 });
  expect([result.exitCode, result.timedOut]).toEqual([null, true]);
  expect((await rig.exec(instance, "echo usable")).stdout).toBe("usable\n");
});

test("a command that cannot be begun is told, and the instance goes on", async () => {
  const instance = await rig.instance();
  await expect(rig.exec(instance, `: ${"\u{1f600}".repeat(40_000)}`)).rejects.toMatchObject({ code: "SANDBOX_FAILED", message: expect.stringContaining("E2BIG") });
  await expect(rig.exec(instance, "true", { cwd: "/workspace/none" })).rejects.toMatchObject({ code: "SANDBOX_FAILED", message: expect.stringContaining("directory") });
  const open = async (): Promise<number> => Number((await rig.exec(instance, "ls /proc/$PPID/fd | wc -l")).stdout);
  const before = await open();
  for (let times = 0; times < 20; times++) await expect(rig.exec(instance, "true", { cwd: "/workspace/none" })).rejects.toMatchObject({ code: "SANDBOX_FAILED" });
  expect(await open()).toBeLessThan(before + 10);
});

test("signals of commands do not reach their supervisor's program", async () => {
  const instance = await rig.instance();
  const pid = (await rig.exec(instance, "echo $PPID")).stdout;
  for (const signal of ["TERM", "INT", "HUP", "USR1", "USR2", "PIPE"]) await rig.exec(instance, `kill -${signal} $PPID`);
  expect((await rig.exec(instance, "echo $PPID")).stdout).toBe(pid);
});

test("a full disk is told to who fills it, and the instance goes on", async () => {
  const instance = await rig.instance();
  const result = await rig.exec(instance, "i=0; while [ $i -lt 60 ]; do i=$((i+1)); head -c 1048576 /dev/zero > part-$i || break; done; echo stopped at $i; sleep 1").catch((error: unknown) => ({ stdout: String(error), stderr: "" }));
  expect(`${result.stdout}${result.stderr}`).toMatch(/No space left|larger than diskMb/);
  await expect(rig.provider.writeFile(instance, "/workspace/more", Buffer.alloc(8 * 1024 * 1024), rig.signal)).rejects.toMatchObject({ code: expect.stringMatching(/FILE_FAILED|LIMIT_EXCEEDED/) });
  expect((await rig.exec(instance, "rm part-*; echo small > small; cat small; ls -A")).stdout).toBe("small\nsmall\n");
});

test("a closed provider leaves no process, no mount and no socket, and takes nothing", async () => {
  const instance = await rig.instance();
  await rig.exec(instance, "sleep 600 > /dev/null 2>&1 &");
  expect(processesOf(instance).length).toBeGreaterThan(1);
  const { provider } = rig;
  await rig.open();
  expect(processesOf(instance)).toEqual([]);
  await expect(provider.stat(instance, "/", rig.signal)).rejects.toMatchObject({ code: "SANDBOX_FAILED" });
  expect(readFileSync("/proc/self/mountinfo", "utf8")).not.toContain(rig.folder);
  expect((await rig.exec(instance, "echo again")).stdout).toBe("again\n");
});

test("what was half made when its maker died is gone", async () => {
  const instance = await rig.instance();
  expect(readdirSync(join(rig.folder, "filesystems")).filter((name) => name.startsWith("."))).toEqual([]);
  expect((await rig.provider.stat(instance, "/workspace", rig.signal))?.kind).toBe("directory");
});

test("a record that cannot be read is a failure, not a loss", async () => {
  const instance = await rig.instance();
  const file = join(rig.folder, "instances", instance.id.slice(0, instance.id.lastIndexOf("~")), "record.json");
  const whole = readFileSync(file, "utf8");
  writeFileSync(file, "{");
  await expect(rig.exec(instance, "true")).rejects.toMatchObject({ code: "SANDBOX_FAILED" });
  writeFileSync(file, whole);
  expect((await rig.exec(instance, "echo there")).stdout).toBe("there\n");
});

test("the report says what holds, and by what", async () => {
  const report = await rig.provider.describe();
  expect(report).toMatchObject({ provider: "local", available: { holds: true }, egress: { none: { holds: true }, allowlist: { holds: true }, open: { holds: true } } });
  expect(report.limits.diskMb).toMatchObject({ holds: true, by: process.getuid?.() === 0 ? expect.stringMatching(/image|measuring/) : expect.stringContaining("measuring") });
});
