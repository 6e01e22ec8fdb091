import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { HostStore } from "@ambit/api-types";
import { changed } from "@ambit/conformance-suite/broken";
import { SandboxRig } from "../testing/sandbox-rig.ts";

const rig = new SandboxRig();
beforeAll(() => rig.open());
afterAll(() => rig.close());

const text = (file: { readonly data: Uint8Array } | null): string | null => (file === null ? null : Buffer.from(file.data).toString());
const beat = "i=0; while :; do i=$((i+1)); echo $i > ";

describe("an environment", () => {
  test("is made once, and keeps its files from session to session and host to host", async () => {
    const environment = rig.environment();
    const first = await rig.session(rig.service(), environment);
    await first.writeFile("/workspace/kept", "kept");
    await first.close();
    const second = await rig.session(rig.service(), environment);
    expect(text(await second.readFile("/workspace/kept"))).toBe("kept");
    expect(await rig.service().state(environment)).toEqual({ terms: { limits: rig.limits }, lost: false });
  });

  test("is taken up where its maker stopped before it was recorded", async () => {
    const environment = rig.environment();
    const { signal } = new AbortController();
    const fileSystem = await rig.provider.createFileSystem({ name: `ambit-env-${environment}`, limits: rig.limits, signal });
    const other = { ...rig.limits, memoryMb: 300 };
    const instance = await rig.provider.create({ name: `ambit-run-${environment}`, limits: other, fileSystem, signal });
    await rig.provider.writeFile(instance, "/workspace/kept", Buffer.from("kept"), signal);
    const session = await rig.session(rig.service(), environment);
    expect(text(await session.readFile("/workspace/kept"))).toBe("kept");
  });

  test("that is removed is gone, with its sessions, and its name is free", async () => {
    const [service, environment] = [rig.service(), rig.environment()];
    const session = await rig.session(service, environment);
    await session.writeFile("/workspace/a", "a");
    await service.remove(environment);
    expect(session.signal.aborted).toBe(true);
    expect(await service.state(environment)).toBeUndefined();
    expect(await (await rig.session(service, environment)).stat("/workspace/a")).toBeNull();
  });

  test("rests, and works again", async () => {
    const [service, environment] = [rig.service(), rig.environment()];
    const session = await rig.session(service, environment);
    await service.suspend(environment);
    expect((await session.exec("echo back")).stdout).toBe("back\n");
    await service.dropInstance(environment);
    expect((await session.exec("echo again")).stdout).toBe("again\n");
  });
});

describe("an instance that is gone", () => {
  test("is rebuilt on the same files, and the call is made once more", async () => {
    const environment = rig.environment();
    const session = await rig.session(rig.service(), environment);
    await session.writeFile("/workspace/runs", "");
    rig.removeInstance(environment);
    expect((await session.exec("echo ran >> runs; cat runs")).stdout).toBe("ran\n");
    rig.removeInstance(environment);
    expect(text(await session.readFile("/workspace/runs"))).toBe("ran\n");
  });

  test("is rebuilt once for several that find it gone", async () => {
    const environment = rig.environment();
    const [left, right] = [await rig.session(rig.service(), environment), await rig.session(rig.service(), environment)];
    rig.removeInstance(environment);
    const results = await Promise.all([left, right, left, right].map((session, index) => session.exec(`echo ${index}`)));
    expect(results.map(({ stdout }) => stdout)).toEqual(["0\n", "1\n", "2\n", "3\n"]);
  });
});

describe("a provider whose instances go again and again", () => {
  test("is tried once more, and not for ever", async () => {
    const environment = rig.environment();
    let calls = 0;
    const service = rig.service({
      provider: changed(rig.provider, {
        exec: (...args) => {
          calls++;
          rig.removeInstance(environment);
          return rig.provider.exec(...args);
        },
      }),
    });
    const session = await rig.session(service, environment);
    await session.writeFile("/workspace/kept", "kept");
    await expect(session.exec("true")).rejects.toMatchObject({ code: "SANDBOX_GONE" });
    expect(calls).toBe(2);
    expect(text(await session.readFile("/workspace/kept"))).toBe("kept");
  });
});

describe("files that are gone", () => {
  test("are told as lost, by every call and host, and never replaced", async () => {
    const [service, environment] = [rig.service(), rig.environment()];
    const session = await rig.session(service, environment);
    await rig.removeFiles(environment);
    for (const call of [session.exec("true"), session.readFile("/workspace/a"), session.glob("**")]) await expect(call).rejects.toMatchObject({ code: "FILE_SYSTEM_GONE" });
    await expect(rig.session(rig.service(), environment)).rejects.toMatchObject({ code: "FILE_SYSTEM_GONE", fileSystemGone: true });
    expect((await rig.service().state(environment))?.lost).toBe(true);
    const { signal } = new AbortController();
    const made = await rig.provider.createFileSystem({ name: `ambit-env-${environment}`, limits: rig.limits, signal });
    await expect(rig.session(rig.service(), environment)).rejects.toMatchObject({ code: "FILE_SYSTEM_GONE" });
    await rig.provider.destroyFileSystem(made, signal);
    await service.remove(environment);
    expect((await (await rig.session(service, environment)).exec("ls -A")).stdout).toBe("");
  });
});

describe("holders", () => {
  /** A host that stopped: its leases are not renewed, and it does not notice. */
  function stoppedHost(store: HostStore): HostStore {
    let taken = false;
    return {
      ...store,
      leases: {
        acquire: (...args) => {
          if (taken) return new Promise(() => undefined);
          taken = true;
          return store.leases.acquire(...args);
        },
        release: (...args) => store.leases.release(...args),
        expired: (...args) => store.leases.expired(...args),
      },
    };
  }

  test("that crashed have their commands ended by tag, while others go on", { timeout: 60_000 }, async () => {
    const environment = rig.environment();
    const started = Date.now();
    const crashed = await rig.session(rig.service({ store: stoppedHost(rig.store), leaseMs: 1500, now: () => started }), environment);
    const living = await rig.session(rig.service({ leaseMs: 1500 }), environment);
    const ended = crashed.exec(`(${beat} child; sleep 0.1; done) & ${beat} crashed; sleep 0.1; done`, { timeoutMs: 50_000 });
    const going = living.exec(`${beat} living; sleep 0.1; done`, { timeoutMs: 8000 });
    expect(await ended).toMatchObject({ exitCode: 137, timedOut: false });
    const look = async (file: string): Promise<string | null> => text(await living.readFile(`/workspace/${file}`));
    const before = [await look("crashed"), await look("child"), await look("living")];
    await living.exec("sleep 0.6");
    expect([await look("crashed"), await look("child")]).toEqual(before.slice(0, 2));
    expect(await look("living")).not.toBe(before[2]);
    expect(await going).toMatchObject({ timedOut: true });
    expect(await rig.store.leases.expired(Date.now())).toEqual([]);
  });

  test("whose lease ran out begin nothing more", async () => {
    let now = Date.now();
    const session = await rig.session(rig.service({ leaseMs: 60_000, now: () => now }));
    expect((await session.exec("true")).exitCode).toBe(0);
    now += 60_000;
    await expect(session.exec("echo a > begun")).rejects.toMatchObject({ code: "SANDBOX_FAILED" });
    expect(session.signal.aborted).toBe(true);
  });

  test("that close end what they left behind, give their lease back and take nothing", async () => {
    const environment = rig.environment();
    const [session, other] = [await rig.session(rig.service(), environment), await rig.session(rig.service(), environment)];
    await session.exec(`(${beat} left; sleep 0.1; done) > /dev/null 2>&1 &`);
    await expect.poll(async () => text(await other.readFile("/workspace/left"))).toMatch(/\d/);
    await session.close();
    const before = text(await other.readFile("/workspace/left"));
    await other.exec("sleep 0.5");
    expect(text(await other.readFile("/workspace/left"))).toBe(before);
    await expect(session.exec("true")).rejects.toMatchObject({ code: "CALL_CANCELLED" });
    expect(await rig.store.leases.expired(Date.now() + 10_000_000)).not.toContainEqual(expect.objectContaining({ holder: session.tag }));
  });

  test("are ended by their signal", async () => {
    const control = new AbortController();
    const session = await rig.service().open(rig.environment(), { limits: rig.limits }, { actor: { accountId: "a", conversationId: "c" }, signal: control.signal });
    const running = session.exec("sleep 30");
    await session.exec("true");
    control.abort();
    expect(await running).toMatchObject({ exitCode: null, timedOut: false });
  });
});

test("paths outside of the roots are refused before anything is asked", async () => {
  const session = await rig.session();
  for (const path of ["/etc/passwd", "/workspace/../etc/passwd", "/workspacex/a", "/", "/tmp/../workspace/a"]) {
    await expect(session.readFile(path)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    await expect(session.writeFile(path, "a")).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    await expect(session.glob("*", { folder: path })).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    await expect(session.edit(path, "a", "b")).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  }
  await expect(session.readFile("relative")).rejects.toMatchObject({ code: "INVALID_PARAMS" });
});

test("environments have names that are names", async () => {
  for (const environment of ["", "A", "a/b", "../a", "a".repeat(65)]) await expect(rig.session(rig.service(), environment)).rejects.toMatchObject({ code: "INVALID_PARAMS" });
});
