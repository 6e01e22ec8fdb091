import { spawn } from "node:child_process";

/** Runs a program to its end without anything around it: no confinement, an empty environment. */
export function bareSpawn(program: string, args: readonly string[], input = ""): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"], env: {} });
    for (const stream of [child.stdout, child.stderr]) stream.resume();
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}.`))));
  });
}
