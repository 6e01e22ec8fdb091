import { randomUUID } from "node:crypto";
import type { ExecResult, SandboxHandle, SandboxLimits } from "@ambit/api-types";
import { expect, test } from "vitest";
import { createDockerProvider, type DockerProvider, type DockerProviderOptions } from "../index.ts";
import type { TestEngine } from "../test-engine/test-engine.ts";
import { TEST_IMAGE } from "../test-engine/test-image.ts";

const limits: SandboxLimits = { cpu: 1, memoryMb: 128, diskMb: 16, egress: "none", allowHosts: [] };
const { signal } = new AbortController();
const freshName = (): string => `ambit-own-${randomUUID().slice(0, 8)}`;

/** Registers the tests of what this provider alone promises. */
export function registerOwnPromises(engine: TestEngine): void {
  const withProvider = async (use: (provider: DockerProvider) => Promise<void>, options: Partial<DockerProviderOptions> = {}): Promise<void> => {
    const provider = createDockerProvider({ socketPath: engine.socketPath, image: TEST_IMAGE, ...options });
    await use(provider).finally(() => provider.close());
  };
  const make = async (provider: DockerProvider): Promise<SandboxHandle> => provider.create({ name: freshName(), limits, signal, fileSystem: await provider.createFileSystem({ name: freshName(), limits, signal }) });
  const run = (provider: DockerProvider, instance: SandboxHandle, command: string): Promise<ExecResult> =>
    provider.exec(instance, { command, timeoutMs: 20_000, maxOutputBytes: 10_000, tag: "own", actor: { accountId: "a", conversationId: "c" }, signal });

  test("containers have no capability, no new privileges, no network, and nothing to write but their roots", () =>
    withProvider(async (provider) => {
      const { stdout } = await run(provider, await make(provider), "grep -E 'Cap|NoNewPrivs' /proc/self/status; cat /proc/net/dev | wc -l; echo a > /etc/a; echo a > /bin/a; ulimit -c; touch /tmp/a /workspace/a /skills/a && echo roots");
      expect(stdout).toMatch(/CapInh:\s+0+\nCapPrm:\s+0+\nCapEff:\s+0+\nCapBnd:\s+0+\nCapAmb:\s+0+\nNoNewPrivs:\s+1\n3\n0\nroots\n/);
    }), 60_000);

  test("an image that the engine does not have is refused", () =>
    withProvider(async (provider) => {
      const fileSystem = await provider.createFileSystem({ name: freshName(), limits, signal });
      await expect(provider.create({ name: freshName(), image: "ambit-none:latest", limits, fileSystem, signal })).rejects.toMatchObject({ code: "REFUSED" });
      expect((await provider.describe()).available).toMatchObject({ holds: true });
    }), 60_000);

  test("containers and volumes of others are neither used nor removed", () =>
    withProvider(async (provider) => {
      const [api, name] = [engine.api(), freshName()];
      await api.ask({ method: "POST", path: `/containers/create?name=${name}`, json: { Image: TEST_IMAGE, Cmd: ["sleep", "100"] } });
      await api.ask({ method: "POST", path: "/volumes/create", json: { Name: `${name}.workspace` } });
      const fileSystem = await provider.createFileSystem({ name: freshName(), limits, signal });
      await expect(provider.create({ name, limits, fileSystem, signal })).rejects.toMatchObject({ code: "REFUSED" });
      await expect(provider.createFileSystem({ name, limits, signal })).rejects.toMatchObject({ code: "REFUSED" });
      await provider.destroyByName(name, signal);
      await expect(provider.destroyFileSystemByName(name, signal)).rejects.toMatchObject({ code: "REFUSED" });
      expect((await api.ask({ method: "GET", path: `/containers/${name}/json` })).status).toBe(200);
      expect((await api.ask({ method: "GET", path: `/volumes/${name}.workspace` })).status).toBe(200);
      await api.close();
    }), 60_000);

  test("a name that an id of a container begins with is no name of it", () =>
    withProvider(async (provider) => {
      const instance = await make(provider);
      for (const length of [2, 12, 63]) {
        const name = instance.id.slice(0, length);
        await provider.destroyByName(name, signal);
        expect(await provider.resume({ id: name }, signal)).toBe("gone");
        const other = await provider.create({ name, limits, fileSystem: await provider.createFileSystem({ name: freshName(), limits, signal }), signal });
        expect(other.id).not.toBe(instance.id);
        await provider.destroyByName(name, signal);
      }
      expect((await run(provider, instance, "echo there")).stdout).toBe("there\n");
    }), 60_000);

  test("open egress is refused without a network, and an allowlist without a folder for its gate", () =>
    withProvider(async (provider) => {
      const fileSystem = await provider.createFileSystem({ name: freshName(), limits, signal });
      for (const egress of ["open", "allowlist"] as const) {
        await expect(provider.create({ name: freshName(), limits: { ...limits, egress }, fileSystem, signal })).rejects.toMatchObject({ code: "REFUSED" });
        expect((await provider.describe()).egress[egress]).toMatchObject({ holds: false });
      }
    }), 60_000);

  test("an engine that does not answer is a failure that may pass, and no loss", () =>
    withProvider(
      async (provider) => {
        const handle = { id: "a".repeat(64) };
        await expect(run(provider, handle, "true")).rejects.toMatchObject({ code: "SANDBOX_FAILED" });
        await expect(provider.create({ name: freshName(), limits, fileSystem: { id: `abc~${randomUUID()}` }, signal })).rejects.toMatchObject({ code: "SANDBOX_FAILED" });
        expect((await provider.describe()).available).toMatchObject({ holds: false });
      },
      { socketPath: "/nonexistent/docker.sock" },
    ), 60_000);

  test("a provider that closes leaves its containers running", () =>
    withProvider(async (provider) => {
      const instance = await make(provider);
      await run(provider, instance, "(i=0; while :; do i=$((i+1)); echo $i > /workspace/beat; sleep 0.1; done) >/dev/null 2>&1 &");
      await provider.close();
      await withProvider(async (other) => {
        const look = async (): Promise<string> => (await run(other, instance, "cat /workspace/beat")).stdout;
        const before = await look();
        await expect.poll(look, { timeout: 10_000 }).not.toBe(before);
        await other.destroy(instance, signal);
      });
    }), 60_000);
}
