import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRoot } from "./index.ts";

test("the example of the README", () => {
  const folder = mkdtempSync(join(tmpdir(), "ambit-example-"));
  try {
    using root = openRoot(folder, { access: "write", fenced: ["private"], protectGit: true });
    root.writeFile(["notes", "today.md"], Buffer.from("hello"), { createParents: true });
    const read = root.readFile(["notes", "today.md"], { maxBytes: 256 * 1024 });
    expect(read.ok && Buffer.from(read.value).toString()).toBe("hello");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
