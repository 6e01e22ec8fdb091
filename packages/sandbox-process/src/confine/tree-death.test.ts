import { afterAll, describe, expect, test } from "vitest";
import { ConfinedRig, mark, plainUser, processesWith, shellSpec } from "../testing/confined-rig.ts";
import { HostProcess, until } from "../testing/host-process.ts";

const rigs: readonly (readonly [string, ConfinedRig])[] = process.getuid?.() === 0
  ? [["as root", new ConfinedRig()], ["as a plain user", new ConfinedRig({ runAs: plainUser })]]
  : [["as a plain user", new ConfinedRig()]];

afterAll(() => rigs.forEach(([, rig]) => rig.close()));

/** Leaves a grandchild behind in a session of its own, ignoring what can be ignored. */
const doubleFork = "perl -e 'use POSIX; if (fork() == 0) { POSIX::setsid(); if (fork() == 0) { $SIG{$_} = q(IGNORE) for qw(TERM INT HUP QUIT); $| = 1; print qq(deep\\n); sleep 600 } exit } wait'";

describe.each(rigs)("a child %s", (_name, rig) => {
  test("is gone with what forked twice and began a session when its stop is done", async () => {
    const marked = mark();
    const child = await rig.confiner.start(shellSpec(`${doubleFork}; trap '' TERM INT; sleep 600`, { environment: marked }));
    child.stderr.resume();
    await new Promise((resolve) => child.stdout.once("data", resolve));
    expect(processesWith(marked).length).toBeGreaterThan(1);
    await child.stop();
    expect(processesWith(marked)).toEqual([]);
    expect(await child.exited).toEqual({ ended: "stopped", exitCode: null });
  });

  test("leaves nothing when its main process ends first", async () => {
    const marked = mark();
    const outcome = await rig.shell(`${doubleFork}; exit 3`, { environment: marked });
    expect(processesWith(marked)).toEqual([]);
    expect(outcome).toMatchObject({ ended: "itself", exitCode: 3 });
    expect(outcome.stdout.toString()).toBe("deep\n");
  });

  test("that closes its streams and lives on ends at its time limit", async () => {
    const marked = mark();
    const outcome = await rig.shell("exec 0<&- 1>&- 2>&-; sleep 600 & sleep 600", { environment: marked, limits: { seconds: 1 } });
    expect(outcome).toMatchObject({ ended: "time", exitCode: null });
    expect(processesWith(marked)).toEqual([]);
  });

  test("cannot stop or kill the process that holds its time", async () => {
    const outcome = await rig.shell("kill -STOP 1; kill -KILL 1; kill -KILL -1; sleep 600", { limits: { seconds: 1 } });
    expect(outcome.ended === "time" || outcome.exitCode === 137).toBe(true);
  });

  test("is stopped by its signal, before it begins and while it runs", async () => {
    const marked = mark();
    const early = AbortSignal.abort();
    await expect(rig.shell("true", { signal: early })).rejects.toMatchObject({ code: "CALL_CANCELLED" });
    const control = new AbortController();
    const running = rig.shell("sleep 600", { environment: marked, signal: control.signal });
    setTimeout(() => control.abort(), 1);
    expect(await running).toMatchObject({ ended: "stopped", exitCode: null });
    expect(processesWith(marked)).toEqual([]);
  });

  test("can be stopped at every moment of its beginning", async () => {
    const marked = mark();
    for (let millis = 0; millis < 24; millis += 2) {
      const child = await rig.confiner.start(shellSpec("sleep 600", { environment: marked }));
      child.stdout.resume();
      child.stderr.resume();
      await new Promise((resolve) => setTimeout(resolve, millis));
      await child.stop();
      expect((await child.exited).ended).toBe("stopped");
    }
    expect(processesWith(marked)).toEqual([]);
  });
});

const users: readonly { readonly name: string; readonly user?: { readonly uid: number; readonly gid: number } }[] = process.getuid?.() === 0 ? [{ name: "root" }, { name: "a plain user", user: plainUser }] : [{ name: "a plain user" }];

describe.each(users)("a host that is $name", ({ user }) => {
  test("takes its children with it when it is killed", async () => {
    const marked = mark();
    const host = new HostProcess({ line: `: ${Object.values(marked)[0]}; ${doubleFork}; sleep 600`, changes: { environment: marked, limits: { seconds: 300 } }, options: {} }, user);
    await host.printed("deep");
    host.process.kill("SIGKILL");
    await host.ended();
    await until(() => processesWith(marked).length === 0, 5000);
  });

  test("takes a child without a time limit with it", async () => {
    const marked = mark();
    const host = new HostProcess({ line: `: ${Object.values(marked)[0]}; echo begun; sleep 600`, changes: { environment: marked, unlimited: true }, options: {} }, user);
    await host.printed("begun");
    host.process.kill("SIGKILL");
    await host.ended();
    await until(() => processesWith(marked).length === 0, 5000);
  });

  test("need not be awake for a child to end in time", async () => {
    const marked = mark();
    const host = new HostProcess({ line: "echo begun; sleep 600", changes: { environment: marked, limits: { seconds: 1 } }, options: {} }, user);
    await host.printed("begun");
    host.process.kill("SIGSTOP");
    // The host itself has the mark among its words.
    await until(() => processesWith(marked).every((pid) => pid === host.process.pid), 10_000);
    host.process.kill("SIGCONT");
    await host.printed('"ended":"time"');
    await host.ended();
  });
});
