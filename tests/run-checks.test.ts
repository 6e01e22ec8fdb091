import { execFile } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commandStep } from "../tools/run-checks/command-step.ts";
import { runCommand } from "../tools/run-checks/run-command.ts";
import { closingLine, runSteps } from "../tools/run-checks/step.ts";
import { judgeRun } from "../tools/run-checks/vitest-step.ts";
import { plantTree } from "./planted-tree.ts";

const node = process.execPath;

describe("the closing line", () => {
  test("adds up what the steps counted, a step that throws as one failure", async () => {
    const lines: string[] = [];
    const tally = await runSteps(
      [
        commandStep("good", node, ["--eval", ""]),
        commandStep("bad", node, ["--eval", "console.log('the reason'); process.exit(3)"]),
        commandStep("missing", "no-such-command", []),
        { name: "broken", run: () => Promise.reject(new Error("broke")) },
        { name: "many", run: () => Promise.resolve({ passed: 5, failed: 2, report: "two of them" }) },
      ],
      (line) => lines.push(line),
    );
    expect(closingLine(tally)).toBe("6 passed, 5 failed");
    const printed = lines.join("\n");
    for (const part of ["the reason", "exited with 3", "no-such-command exited with 127", "broke", "two of them"]) {
      expect(printed).toContain(part);
    }
    const closing = printed.slice(printed.lastIndexOf("[5/5]"));
    expect(lines.slice(-4)).toMatchObject([/^\[2\/5\] bad: FAILED\n.*the reason/s, /^\[3\/5\] missing/, /broke$/, /two of them$/].map((pattern) => expect.stringMatching(pattern)));
    expect(closing).not.toContain("good");
  });

  test("is not printed, and the exit code is 2, when the mode is unknown", async () => {
    const main = join(import.meta.dirname, "../tools/run-checks/main.ts");
    const code = await new Promise((resolve) => execFile(node, [main, "nothing"], (error) => resolve(error?.code)));
    expect(code).toBe(2);
  });
});

describe("a command", () => {
  test("past its time limit is killed and fails", async () => {
    const { code, output } = await runCommand(node, ["--eval", "setInterval(() => {}, 1000)"], { seconds: 0.3 });
    expect(code).toBe(128 + 15);
    expect(output).toContain("SIGTERM");
  });
});

describe("a vitest run", () => {
  const clean = { success: true, numPassedTests: 4, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, numTotalTests: 4 };

  test.for<[title: string, outcome: ReturnType<typeof judgeRun>, passed: number, failed: number]>([
    ["that is clean passes", judgeRun(clean, 0), 4, 0],
    ["with a failed test fails", judgeRun({ ...clean, success: false, numPassedTests: 3, numFailedTests: 1 }, 1), 3, 1],
    ["with a skipped test fails", judgeRun({ ...clean, numPassedTests: 3, numPendingTests: 1 }, 0), 3, 1],
    ["with a planned test fails", judgeRun({ ...clean, numPassedTests: 2, numTodoTests: 2 }, 0), 2, 2],
    ["that passed and exited with 1 fails", judgeRun(clean, 1), 4, 1],
    ["with a file that does not load fails", judgeRun({ ...clean, success: false }, 0), 4, 1],
    ["that ran nothing fails", judgeRun({ ...clean, numPassedTests: 0, numTotalTests: 0 }, 0), 0, 1],
    ["that left no report fails", judgeRun(undefined, 0), 0, 1],
  ])("%s", ([, outcome, passed, failed]) => {
    expect(outcome).toMatchObject({ passed, failed });
  });

  test("names the tests that failed, each with what it said", () => {
    const testResults = [{ name: "a.test.ts", assertionResults: [{ fullName: "counts", status: "failed", failureMessages: ["expected 1 to be 2\n at a.test.ts:3"] }, { fullName: "adds", status: "passed" }] }];
    const { report } = judgeRun({ ...clean, success: false, numPassedTests: 3, numFailedTests: 1, testResults }, 1);
    expect(report).toBe("1 tests failed\na.test.ts: counts: expected 1 to be 2");
  });

  test("reports skipped tests in the numbers that are judged", async () => {
    const vitest = join(import.meta.dirname, "../node_modules/vitest");
    await using tree = await plantTree({
      "one.test.mjs": `import { test } from ${JSON.stringify(join(vitest, "dist/index.js"))};\ntest("a", () => {});\ntest.skip("b", () => {});\ntest.todo("c");\n`,
    });
    const { code } = await runCommand("vitest", ["run", "--root", tree.root, "--reporter=json", `--outputFile=${tree.root}/report.json`]);
    const { default: report } = await import(join(tree.root, "report.json"), { with: { type: "json" } });
    expect(judgeRun(report, code)).toMatchObject({ passed: 1, failed: 2 });
  });
});
