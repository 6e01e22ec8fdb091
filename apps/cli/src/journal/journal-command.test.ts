import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { ambit, checkout, freshFolder, mainFile } from "../testing/ambit-program.ts";

const runReport = (data: string, ...options: readonly string[]) => ambit("run", "examples/word-report", "--data", data, "--root", "workspace=./docs", ...options, "--", "report", "--path", "guide.md");

test("--follow prints what another process writes, filtered by plugin and outcome, and ends cleanly at SIGINT", async () => {
  const data = freshFolder();
  expect((await runReport(data)).code).toBe(0);
  const child = spawn(process.execPath, ["--conditions=@ambit/source", mainFile, "journal", "--data", data, "--follow", "--plugin", "word-report", "--outcome", "refused", "--last", "0", "--json"], { cwd: checkout, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const first = lines.next();
  // What was there before is not wanted, and what is not refused neither.
  expect((await runReport(data)).code).toBe(0);
  expect((await runReport(data, "--deny", "files:read:workspace")).code).toBe(1);
  expect(JSON.parse(String((await first).value))).toMatchObject({ plugin: "word-report", method: "fs/stat", outcome: "refused" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGINT");
  expect(await ended).toBe(0);
});
