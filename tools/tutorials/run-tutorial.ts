import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { readTutorial, type TutorialStep } from "./read-tutorial.ts";

const STEP_MS = 120_000;

/** Where a tutorial is followed. */
export interface TutorialPlace {
  /** An empty folder. */
  readonly folder: string;
  /** A folder with the program `ambit`, put before all others. */
  readonly programs: string;
}

/**
 * Follows a page from its first step to its last, as a reader would.
 *
 * @throws Error naming the line of a step that fails or prints something else.
 */
export async function runTutorial(markdown: string, place: TutorialPlace): Promise<void> {
  for (const step of readTutorial(markdown)) await runStep(step, place);
}

async function runStep(step: TutorialStep, { folder, programs }: TutorialPlace): Promise<void> {
  if (step.kind === "file") {
    const file = join(folder, step.path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, step.text);
    return;
  }
  const env = { ...process.env, PATH: `${programs}${delimiter}${process.env["PATH"] ?? ""}` };
  const { failed, printed } = await shell(step.text, folder, env);
  if (failed) throw new Error(`The commands of line ${step.line} failed:\n${printed}`);
  if (step.output !== undefined && !isAsTold(printed, step.output)) throw new Error(`The commands of line ${step.line} printed something else:\n${printed}`);
}

/** Runs commands, and gives all that they printed, errors included, as a reader sees it. */
function shell(commands: string, cwd: string, env: NodeJS.ProcessEnv): Promise<{ readonly failed: boolean; readonly printed: string }> {
  const { promise, resolve } = Promise.withResolvers<{ failed: boolean; printed: string }>();
  execFile("sh", ["-euc", `exec 2>&1\n${commands}`], { cwd, env, timeout: STEP_MS }, (error, stdout) => resolve({ failed: error !== null, printed: stdout }));
  return promise;
}

/** Whether a page's lines stand in an output in their order; `...` in a line stands for anything. Other lines may be between. */
export function isAsTold(printed: string, told: string): boolean {
  const lines = printed.split("\n").map((line) => line.trim());
  let at = 0;
  for (const wanted of told.split("\n")) {
    const pattern = new RegExp(`^${wanted.trim().split("...").map((part) => escaped(part)).join(".*")}$`);
    const found = lines.findIndex((line, index) => index >= at && pattern.test(line));
    if (found < 0) return false;
    at = found + 1;
  }
  return true;
}

/** A text as a pattern that stands for itself. */
function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
