import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const readmeLines = 120;

/** What the folder of a published package lacks: one sentence each. A package that exports nothing yet lacks nothing. */
export function packageProblems(root: string, folder: string): string[] {
  const index = join(root, folder, "src/index.ts");
  if (!existsSync(index)) return [`${folder} has no src/index.ts`];
  const entry = readFileSync(index, "utf8");
  if (entry.trim() === "export {};") return [];
  const problems: string[] = [];
  const header = /^\/\*\*([\s\S]*?)\*\//.exec(entry)?.[1] ?? "";
  if (!/Who uses it/.test(header) || !/belongs/.test(header)) problems.push("src/index.ts does not begin with who uses it and what belongs here");
  if (!existsSync(join(root, folder, "src/index.example.test.ts"))) problems.push("has no src/index.example.test.ts that runs its example");
  const readme = join(root, folder, "README.md");
  if (!existsSync(readme)) problems.push("has no README.md");
  else if (readFileSync(readme, "utf8").split("\n").length > readmeLines) problems.push(`README.md is longer than ${readmeLines} lines`);
  return problems.map((problem) => `${folder}: ${problem}`);
}
