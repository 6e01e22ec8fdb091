import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createProgram } from "../program.ts";
import { ambit, freshFolder } from "../testing/ambit-program.ts";
import { completionScript, shells } from "./completion-script.ts";

const program = createProgram();

test.for(shells)("%s gets every command and every long option", (shell) => {
  const script = completionScript(shell, program);
  for (const command of program.commands) {
    expect(script).toContain(command.name());
    for (const option of command.options) expect(script).toContain(option.long?.slice(2));
  }
});

test("bash completes commands, and options of the command that stands there", () => {
  const file = join(freshFolder(), "completion");
  writeFileSync(file, completionScript("bash", program));
  const completed = (...words: readonly string[]): readonly string[] => {
    const list = words.map((word) => `'${word}'`).join(" ");
    const text = `source ${file}; COMP_WORDS=(ambit ${list}); COMP_CWORD=${words.length}; _ambit; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync("bash", ["-c", text], { encoding: "utf8" }).trim().split("\n");
  };
  expect(completed("in")).toEqual(["init", "inspect", "install"]);
  expect(completed("bundle", "--o")).toEqual(["--out"]);
});

test("another shell is refused with those there are", async () => {
  expect(await ambit("completion", "tcsh")).toMatchObject({ code: 2, err: expect.stringContaining("bash, zsh, fish") });
});
