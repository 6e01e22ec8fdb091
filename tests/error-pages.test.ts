import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { errorCodes, errorRegistry, isErrorCode } from "@ambit/api-types";
import { describe, expect, test } from "vitest";
import { errorPageProblems } from "../tools/reference-pages/error-page.ts";

const folder = join(import.meta.dirname, "../docs/errors");

function pageOf(code: string): string | undefined {
  const file = join(folder, `${code}.md`);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

test.for([...errorCodes])("%s has a page that agrees with the registry", (code) => {
  expect(errorPageProblems(code, errorRegistry[code], pageOf(code))).toEqual([]);
});

test("no page is about a code that does not exist", () => {
  const names = globSync("*.md", { cwd: folder }).map((file) => basename(file, ".md"));
  expect(names.filter((name) => name !== "README" && !isErrorCode(name))).toEqual([]);
});

describe("a page is refused", () => {
  const definition = { number: -32003, summary: "It is not allowed.", remedy: "Ask for it." };
  const body = "Long enough a sentence to say something to the reader.";
  const good = `# NO\n\n${definition.summary}\n\nNumber on the wire: \`-32003\`\n\n## What it means\n\n${body}\n\n## Who sees it\n\n${body}\n\n## What to do\n\n${definition.remedy} ${body}\n`;

  test("never when it is good", () => {
    expect(errorPageProblems("NO", definition, good)).toEqual([]);
  });

  test.for<[why: string, page: string | undefined, problem: string]>([
    ["when it is missing", undefined, "docs/errors/NO.md is missing"],
    ["with another summary", good.replace("It is not", "It was not"), "docs/errors/NO.md does not begin with its code and the registry's summary"],
    ["with another number", good.replace("-32003", "-32004"), "docs/errors/NO.md does not give the registry's number"],
    ["with another remedy", good.replace("Ask for it.", "Ask them."), "docs/errors/NO.md does not give the registry's remedy"],
    ["with an empty part", good.replace(`## Who sees it\n\n${body}`, "## Who sees it\n\nYou."), 'docs/errors/NO.md says too little under "## Who sees it"'],
  ])("%s", ([, page, problem]) => {
    expect(errorPageProblems("NO", definition, page)).toEqual([problem]);
  });
});
