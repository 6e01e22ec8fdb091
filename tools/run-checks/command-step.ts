import { runCommand } from "./run-command.ts";
import type { CommandOptions } from "./run-command.ts";
import type { Step } from "./step.ts";

/** A check that is one command: it passes when the command exits with 0. */
export function commandStep(name: string, command: string, args: readonly string[], options: CommandOptions = {}): Step {
  return {
    name,
    async run() {
      const { code, output } = await runCommand(command, args, options);
      const report = `${output}\n${[command, ...args].join(" ")} exited with ${code}`;
      return code === 0 ? { passed: 1, failed: 0, report } : { passed: 0, failed: 1, report };
    },
  };
}
