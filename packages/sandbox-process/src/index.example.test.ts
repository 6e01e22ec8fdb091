import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createConfiner, runConfined } from "./index.ts";

test("the README's example", async () => {
  const workspace = mkdtempSync(join(tmpdir(), "ambit-example-"));
  writeFileSync(join(workspace, "given.txt"), "");
  const confiner = createConfiner();
  const { available, layers } = await confiner.describe();
  expect(available).toBe(true);
  expect(layers.map(({ name }) => name)).toContain("namespaces");
  const outcome = await runConfined(
    confiner,
    {
      program: "/bin/sh",
      args: ["-c", "ls; echo done > result.txt"],
      environment: {},
      binds: [{ hostPath: workspace, guestPath: "/workspace", access: "write" }],
      folder: "/workspace",
      limits: { seconds: 10, processes: 16, memoryMb: 128, tempBytes: 1_048_576 },
    },
    { outputBytes: 65_536 },
  );
  expect(outcome).toMatchObject({ ended: "itself", exitCode: 0, truncated: false });
  expect(outcome.stdout.toString()).toBe("given.txt\n");
  expect(readFileSync(join(workspace, "result.txt"), "utf8")).toBe("done\n");
  confiner.close();
  rmSync(workspace, { recursive: true });
});
