import { mkdirSync, writeFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ConfinedRig, mark, plainUser, processesWith, shellSpec } from "../testing/confined-rig.ts";
import { runConfined } from "./run-confined.ts";
import { until } from "../testing/host-process.ts";

const rigs: readonly (readonly [string, ConfinedRig])[] = process.getuid?.() === 0
  ? [["as root", new ConfinedRig()], ["as a plain user", new ConfinedRig({ runAs: plainUser, cgroupFolder: "/nowhere" })]]
  : [["as a plain user", new ConfinedRig()]];

afterAll(() => rigs.forEach(([, rig]) => rig.close()));

describe.each(rigs)("the limits of a child %s", (_name, rig) => {
  test("hold a fork bomb, and other children go on", async () => {
    const marked = mark();
    const bomb = rig.shell("perl -e '$n = 0; while (defined($p = fork)) { if ($p == 0) { 1 while 1 } $n++ } print qq($n forks, then $!\\n); sleep 60'", { environment: marked, limits: { processes: 24, seconds: 3 } });
    await until(() => processesWith(marked).length > 10, 5000);
    expect((await rig.shell("echo well")).stdout.toString()).toBe("well\n");
    expect(processesWith(marked).length).toBeLessThanOrEqual(25);
    expect((await bomb).ended).toBe("time");
    expect(processesWith(marked)).toEqual([]);
  });

  test("of two processes, the first of the namespace and the program, let it start nothing", async () => {
    const spec = { ...shellSpec("", { unlimited: true, limits: { processes: 2 } }), program: "/usr/bin/perl", args: ["-e", "print defined(fork) ? 'forked' : qq($!)"] };
    expect((await runConfined(rig.confiner, spec, { outputBytes: 1000 })).stdout.toString()).toBe("Resource temporarily unavailable");
  });

  test("hold a flood of zombies", async () => {
    const outcome = await rig.shell("perl -e '$n = 0; while (defined($p = fork)) { exit if $p == 0; $n++ } print qq($n forks, then $!\\n)'", { limits: { processes: 24 } });
    expect(outcome.stdout.toString()).toMatch(/^\d\d forks, then Resource temporarily unavailable/);
  });

  test("hold a memory bomb", async () => {
    const before = process.memoryUsage.rss();
    const outcome = await rig.shell("perl -e 'my @all; for (1..4000) { push @all, q(x) x 1_000_000 } print q(never)'", { limits: { memoryMb: 64 } });
    expect(outcome.exitCode).not.toBe(0);
    expect(`${outcome.stdout}${outcome.stderr}`).toMatch(/Out of memory|^$/);
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
  });

  test("hold open files and the size of a file", async () => {
    const folder = rig.folder();
    await chmod(folder, 0o777);
    const changes = { binds: [{ hostPath: folder, guestPath: "/workspace", access: "write" as const }], folder: "/workspace", limits: { fileBytes: 10_000, openFiles: 20 } };
    const outcome = await rig.shell("head -c 50000 /dev/zero > big; stat -c %s big; perl -e 'my @h; while (open(my $f, q(<), q(/dev/null))) { push @h, $f } print scalar(@h), qq($!\\n)'", changes);
    expect(outcome.stdout.toString()).toMatch(/^10000\n1[0-9]Too many open files\n$/);
  });

  test("hold endless output that nobody consumes", async () => {
    const child = await rig.confiner.start(shellSpec("yes", { limits: { seconds: 2 } }));
    child.stderr.resume();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(child.stdout.readableLength).toBeLessThan(512 * 1024);
    await child.stop();
  });

  test("read and drop output that is not kept", async () => {
    const outcome = await rig.shell("head -c 5000000 /dev/zero | tr '\\0' x; echo end >&2");
    expect(outcome).toMatchObject({ exitCode: 0, truncated: true });
    expect(outcome.stdout.length).toBe(1_048_576);
    expect(outcome.stderr.toString()).toBe("end\n");
  });

  test("let no message queue, locked memory or watch over files use up what the host's user has", async () => {
    const outcome = await rig.shell("ulimit -l; tail -n 0 -f /etc/passwd & sleep 0.2; kill $!; perl -e 'print syscall(253) < 0 ? qq($!\\n) : qq(made\\n)'");
    expect(outcome.stdout.toString()).toMatch(/^64\n/);
    if (process.arch === "x64") expect(outcome.stdout.toString()).toMatch(/Too many open files\n$/);
  });

  test("cannot be raised", async () => {
    const outcome = await rig.shell("ulimit -n 9999; ulimit -n");
    expect(outcome.stderr.toString()).toMatch(/Operation not permitted|Invalid argument|error setting limit/);
  });

  test("do not stop a workspace with ten thousand files and odd names", async () => {
    const folder = rig.folder();
    await chmod(folder, 0o755);
    mkdirSync(join(folder, "many"));
    for (let index = 0; index < 10_000; index++) writeFileSync(join(folder, "many", `f${index}`), "");
    writeFileSync(join(folder, "new\nline"), "");
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x62, 0xff, 0xfe])]), "");
    const outcome = await rig.shell("find many -type f | wc -l; ls | wc -l", { binds: [{ hostPath: folder, guestPath: "/workspace", access: "read" }], folder: "/workspace" });
    expect(outcome.stdout.toString()).toBe("10000\n4\n");
  });
});

test("a child is refused when a folder it is to see is gone, and nothing is left", async () => {
  const [, rig] = rigs[0] ?? ["", new ConfinedRig()];
  const bind = { hostPath: join(rig.folder(), "gone"), guestPath: "/workspace", access: "write" as const };
  await expect(rig.shell("true", { binds: [bind] })).rejects.toMatchObject({ code: "FILE_NOT_FOUND", message: "/workspace cannot be given to the process: it is not there any more." });
});

test("a program that is not there ends with the code of a shell", async () => {
  const [, rig] = rigs[0] ?? ["", new ConfinedRig()];
  const child = await rig.confiner.start({ ...shellSpec(""), program: "/usr/bin/no-such-program", args: [] });
  child.stdout.resume();
  child.stderr.resume();
  expect(await child.exited).toEqual({ ended: "itself", exitCode: 127 });
});
