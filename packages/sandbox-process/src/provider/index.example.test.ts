import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createLocalProvider } from "./index.ts";

test("the README's example of the provider", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ambit-example-"));
  const { signal } = new AbortController();
  const actor = { accountId: "a", conversationId: "c" };
  const provider = await createLocalProvider({ folder, unenforced: process.getuid?.() === 0 ? [] : ["cpu"] });
  const limits = { cpu: 1, memoryMb: 256, diskMb: 64, egress: "none", allowHosts: [] } as const;
  const fileSystem = await provider.createFileSystem({ name: "ambit-env-1", limits, signal });
  const instance = await provider.create({ name: "ambit-run-1", limits, fileSystem, signal });
  const { stdout } = await provider.exec(instance, { command: "echo made | tee made.txt", timeoutMs: 10_000, maxOutputBytes: 65_536, tag: "holder-1", actor, signal });
  expect(stdout).toBe("made\n");
  expect(await provider.readFile(instance, "/workspace/made.txt", { maxBytes: 100, signal })).toMatchObject({ truncated: false });
  await provider.close();
  rmSync(folder, { recursive: true });
});
