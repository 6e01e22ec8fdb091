import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageFolders } from "../tools/dep-graph/workspace.ts";
import { packageProblems } from "../tools/house-rules/check-package.ts";
import { plantTree } from "./planted-tree.ts";

const root = join(import.meta.dirname, "..");

test.for(packageFolders(root).filter((folder) => folder.startsWith("packages/")))("%s has its header, README and example", (folder) => {
  expect(packageProblems(root, folder)).toEqual([]);
});

describe("a planted package", () => {
  const header = "/**\n * Things.\n *\n * Who uses it: nobody. What belongs here: a thing.\n */\n";
  const sound = { "p/README.md": "# P\n", "p/src/index.ts": `${header}export const a = 1;\n`, "p/src/index.example.test.ts": "" };

  test.for<[title: string, files: Record<string, string>, problems: string[]]>([
    ["that is sound lacks nothing", sound, []],
    ["that is empty lacks nothing", { "p/src/index.ts": "export {};\n" }, []],
    ["without an entry is refused", { "p/README.md": "" }, ["p has no src/index.ts"]],
    ["without a header is refused", { ...sound, "p/src/index.ts": "export const a = 1;\n" }, ["p: src/index.ts does not begin with who uses it and what belongs here"]],
    ["with an entry alone is refused", { "p/src/index.ts": sound["p/src/index.ts"] }, ["p: has no src/index.example.test.ts that runs its example", "p: has no README.md"]],
    ["with a long README is refused", { ...sound, "p/README.md": "\n".repeat(120) }, ["p: README.md is longer than 120 lines"]],
  ])("%s", async ([, files, problems]) => {
    await using tree = await plantTree(files);
    expect(packageProblems(tree.root, "p")).toEqual(problems);
  });
});
