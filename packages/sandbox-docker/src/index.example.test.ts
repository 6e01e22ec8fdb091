import { expect, test } from "vitest";
import { createDockerProvider } from "./index.ts";
import { TEST_IMAGE as image } from "./test-engine/test-image.ts";
import { withEngine } from "./testing/with-engine.ts";

await withEngine(({ socketPath }) => {
  test("the README's example", { timeout: 60_000 }, async () => {
    const { signal } = new AbortController();
    const provider = createDockerProvider({ socketPath, image });
    const limits = { cpu: 1, memoryMb: 256, diskMb: 512, egress: "none", allowHosts: [] } as const;

    const fileSystem = await provider.createFileSystem({ name: "ambit-env-1", limits, signal });
    const instance = await provider.create({ name: "ambit-run-1", limits, fileSystem, signal });
    const result = await provider.exec(instance, {
      command: "echo made > made.txt; ls",
      timeoutMs: 10_000,
      maxOutputBytes: 65_536,
      tag: "holder-1",
      actor: { accountId: "a", conversationId: "c" },
      signal,
    });
    expect(result).toEqual({ exitCode: 0, stdout: "made.txt\n", stderr: "", truncated: false, timedOut: false });
    await provider.destroyFileSystem(fileSystem, signal);
    await provider.close();
  });
});
