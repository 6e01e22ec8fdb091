import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tarOf } from "./tar-of.ts";

test.each([0, 1, 511, 512, 513, 100_000])("tar unpacks a file of %d bytes", (size) => {
  const folder = mkdtempSync(join(tmpdir(), "ambit-tar-"));
  const data = Buffer.from(Array.from({ length: size }, (_, index) => index & 255));
  execFileSync("tar", ["-C", folder, "-xf", "-"], { input: tarOf("file", data, { uid: 0, gid: 0 }) });
  expect(readFileSync(join(folder, "file")).equals(data)).toBe(true);
  rmSync(folder, { recursive: true });
});
