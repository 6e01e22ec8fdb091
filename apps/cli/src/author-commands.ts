import { userInfo } from "node:os";
import type { EngineKind } from "@ambit/api-types";
import type { Command } from "commander";
import { buildCommand } from "./build/build-command.ts";
import { bundleCommand } from "./bundle/bundle-command.ts";
import { completionCommand } from "./completion/completion-command.ts";
import { devCommand } from "./dev/dev-command.ts";
import { isolationOption, readIsolation } from "./run/isolation-option.ts";
import { initCommand } from "./init/init-command.ts";
import { templates } from "./init/template.ts";
import { guarded } from "./terminal/guarded.ts";
import { engineOption } from "./run/engine-option.ts";
import { publishCommand } from "./publish/publish-command.ts";
import { testCommand } from "./test/test-command.ts";
import { validateCommand } from "./validate/validate-command.ts";

interface Json {
  readonly json?: boolean;
}

/** Adds the commands for authors of plugins. */
export function addAuthorCommands(program: Command): void {
  program
    .command("init")
    .description("Write a plugin that works into a folder.")
    .argument("<folder>")
    .option("--template <name>", `one of ${Object.keys(templates).join(", ")}`, "js")
    .option("--id <id>", "the plugin's id; default: from the folder's name")
    .option("--publisher <name>", "who publishes it", userInfo().username)
    .option("--json", "print JSON")
    .action((folder: string, options: Json & { template: string; id?: string; publisher: string }) => guarded(options, (output) => initCommand({ folder, ...options }, output)));
  program
    .command("build")
    .description("Build what a plugin runs from its sources.")
    .argument("<folder>")
    .option("--json", "print JSON")
    .action((folder: string, options: Json) => guarded(options, (output) => buildCommand(folder, output)));
  program
    .command("validate")
    .description("Tell everything that is wrong with a plugin, each with file, line and column.")
    .argument("<folder>")
    .option("--capabilities <file>", "JSON with the capabilities of the application that it is for")
    .option("--json", "print JSON")
    .action((folder: string, options: Json & { capabilities?: string }) => guarded(options, (output) => validateCommand(folder, options.capabilities, output)));
  program
    .command("bundle")
    .description("Build and check a plugin, and write it as one file that is the same for everybody.")
    .argument("<folder>")
    .option("--out <file>", "where it is written; default: <folder>/.ambit/<id>-<version>.tar")
    .option("--json", "print JSON")
    .action((folder: string, options: Json & { out?: string }) => guarded(options, (output) => bundleCommand(folder, options.out, output)));
  program
    .command("publish")
    .description("Build and check a plugin, and put its bundle into a folder of published ones. Warnings of the manifest are errors here.")
    .argument("<folder>")
    .requiredOption("--to <folder>", "the folder of published plugins; each has one of its own there, by its id")
    .option("--capabilities <file>", "JSON with the capabilities of the application that it is for")
    .option("--json", "print JSON")
    .action((folder: string, { to, capabilities, ...options }: Json & { to: string; capabilities?: string }) => guarded(options, (output) => publishCommand({ folder, to, capabilities }, output)));
  addTest(program);
  addDev(program);
  program
    .command("completion")
    .description("Print a script with which a shell completes this program's words.")
    .argument("<shell>", "bash, zsh or fish")
    .option("--json", "print JSON")
    .action((shell: string, options: Json) => guarded(options, async (output) => completionCommand(shell, program, output)));
}

const collect = (word: string, words: string[]): string[] => [...words, word];

interface World extends Json {
  readonly account: string[];
  readonly root: string[];
  readonly secret: string[];
  readonly engine: EngineKind;
}

/** A command on a folder, with what a person would give the plugin. */
function withWorld(command: Command): Command {
  return command
    .argument("<folder>")
    .option("--account <address>", "an address that stands for an account", collect, [])
    .option("--root <name=folder>", "a folder the plugin may ask for by name", collect, [])
    .option("--secret <name=value>", "a secret it may ask for", collect, [])
    .addOption(engineOption())
    .option("--json", "print JSON");
}

function addTest(program: Command): void {
  withWorld(program.command("test").description("Run a plugin's own tests, and call each of its tools once with what it declares."))
    .option("--network", "let those calls reach the real network, by what the plugin declares")
    .action((folder: string, { account, root, secret, engine, network, ...options }: World & { network?: boolean }) =>
      guarded(options, (output) => testCommand({ folder, accounts: account, roots: root, secrets: secret, engine, network: network === true }, output)),
    );
}

function addDev(program: Command): void {
  withWorld(program.command("dev").description("Run a plugin while you write it: built and loaded again at each change, log and journal shown."))
    .option("--yes", "grant what it asks for without asking")
    .addOption(isolationOption())
    .action((folder: string, { account, root, secret, engine, yes, isolation, ...options }: World & { yes?: boolean; isolation: string }) =>
      guarded(options, async (output) => {
        const leaving = new AbortController();
        for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => leaving.abort());
        await devCommand({ folder, accounts: account, roots: root, secrets: secret, engine, yes: yes === true, isolation: readIsolation(isolation), signal: leaving.signal }, output);
      }),
    );
}
