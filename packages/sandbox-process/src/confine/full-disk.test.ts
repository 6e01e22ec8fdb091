import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const script = fileURLToPath(new URL("../testing/full-disk-host.ts", import.meta.url));

test("on a full disk a script hears so, nothing is lost, and the host goes on", async () => {
  // A host whose workspaces are on a disk of one mebibyte, which bubblewrap makes without privileges.
  const words = ["--dev-bind", "/", "/", "--size", "1048576", "--tmpfs", "/mnt", process.execPath, "--conditions=@ambit/source", script];
  const { stdout } = await promisify(execFile)("bwrap", words, { env: { PATH: process.env["PATH"] ?? "" }, timeout: 60_000 });
  const [first, second] = JSON.parse(stdout) as [{ text: string; failed: boolean }, { text: string; failed: boolean }];
  expect(first).toMatchObject({ failed: true, text: expect.stringContaining("No space left on device") as string });
  expect(second).toEqual({ text: "still here", failed: false, changes: [] });
});
