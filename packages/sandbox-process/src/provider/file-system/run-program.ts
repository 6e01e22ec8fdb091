import { execFile } from "node:child_process";
import { findSystemProgram } from "../../confine/system-programs.ts";

const MILLIS = 60_000;

/** Runs a program of the system to its end, with nothing of the host's environment. */
export function runProgram(name: string, args: readonly string[]): Promise<void> {
  const program = findSystemProgram(name);
  if (program === undefined) return Promise.reject(new Error(`${name} is not installed.`));
  return new Promise((resolve, reject) => {
    execFile(program, args, { env: { LC_ALL: "C" }, cwd: "/", timeout: MILLIS }, (error, _stdout, stderr) => {
      if (error === null) resolve();
      else reject(new Error(`${name}: ${stderr.trim().slice(0, 300) || error.message}`));
    });
  });
}
