import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyOfExample } from "../testing/ambit-program.ts";
import { findProblems } from "./find-problems.ts";

test("a module's imports and texts tell what it uses: the example uses its folder, and not a host it might declare", async () => {
  const folder = copyOfExample("word-report");
  expect(await findProblems(folder)).toEqual([]);
  const file = join(folder, "ambit-plugin.json");
  writeFileSync(file, readFileSync(file, "utf8").replace('"permissions": {', '"permissions": {\n    "network": ["api.example.dev"],'));
  expect(await findProblems(folder)).toEqual([expect.objectContaining({ severity: "warning", path: "permissions.network.0", line: 12, column: 17 })]);
});
