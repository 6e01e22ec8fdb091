import { Command } from "commander";
import type { EngineKind, JournalOutcome } from "@ambit/api-types";
import { addAuthorCommands } from "./author-commands.ts";
import { doctorCommand } from "./doctor/doctor-command.ts";
import { importCommand } from "./import/import-command.ts";
import { inspectCommand } from "./inspect/inspect-command.ts";
import { journalCommand } from "./journal/journal-command.ts";
import { installCommand } from "./install/install-command.ts";
import { engineOption } from "./run/engine-option.ts";
import { isolationOption, readIsolation } from "./run/isolation-option.ts";
import { runCommand } from "./run/run-command.ts";
import { exitCodes } from "./terminal/exit-code.ts";
import { guarded } from "./terminal/guarded.ts";

const DATA = ".ambit/run";
const collect = (word: string, words: string[]): string[] => [...words, word];

/** The command line, ready to parse; a command that fails sets the process's exit code and says why. */
export function createProgram(): Command {
  const program = new Command("ambit").description("Run plugins you do not trust.").enablePositionalOptions().exitOverride((error) => {
    process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    throw error;
  });
  addAuthorCommands(program);
  addRun(program);
  addInspect(program);
  addInstall(program);
  addImport(program);
  addJournal(program);
  program
    .command("doctor")
    .description("Tell what this machine can confine.")
    .option("--json", "print JSON")
    .action((options: { json?: boolean }) => guarded(options, (output) => doctorCommand(output)));
  return program;
}

function addRun(program: Command): void {
  program
    .command("run")
    .description("Run one tool of a plugin: ambit run <plugin> -- <tool> [--param value ...]")
    .argument("<plugin>", "folder with ambit-plugin.json, an archive of one, or the id of an installed one")
    .argument("[words...]", "the tool and its parameters; --root is understood here too")
    .option("--root <name=folder>", "a folder the plugin may ask for by name; rw:name=folder to allow writing", collect, [])
    .option("--deny <key>", "take a permission line away; `ambit inspect` shows the keys", collect, [])
    .option("--account <address>", "an address of yours that stands for an account", collect, [])
    .option("--secret <name=value>", "a secret it may ask for", collect, [])
    .option("--yes", "grant what is shown in red, too")
    .addOption(engineOption())
    .addOption(isolationOption())
    .option("--data <folder>", "where journal and plugin data are kept", DATA)
    .option("--json", "print JSON")
    .action((folder: string, words: string[], options: { root: string[]; deny: string[]; account: string[]; secret: string[]; yes?: boolean; engine: EngineKind; isolation: string; data: string; json?: boolean }) =>
      guarded(options, (output) => runCommand({ folder, words, roots: options.root, deny: options.deny, accounts: options.account, secrets: options.secret, yes: options.yes === true, engine: options.engine, isolation: readIsolation(options.isolation), data: options.data }, output)),
    );
}

function addInspect(program: Command): void {
  program
    .command("inspect")
    .description("Show what installing a plugin folder would ask for.")
    .argument("<folder>")
    .option("--root <name=folder>", "a folder the plugin may ask for by name", collect, [])
    .option("--data <folder>", "where journal and plugin data are kept", DATA)
    .option("--json", "print JSON")
    .action((folder: string, options: { root: string[]; data: string; json?: boolean }) => guarded(options, (output) => inspectCommand(folder, options.root, options.data, output)));
}

function addInstall(program: Command): void {
  program
    .command("install")
    .description("Take a plugin into a data folder, after showing what it asks for.")
    .argument("<plugin>", "folder with ambit-plugin.json, or an archive of one")
    .option("--root <name=folder>", "a folder the plugin may ask for by name", collect, [])
    .option("--deny <key>", "take a permission line away; `ambit inspect` shows the keys", collect, [])
    .option("--yes", "grant what it asks for without asking")
    .option("--data <folder>", "where journal and plugin data are kept", DATA)
    .option("--json", "print JSON")
    .action((plugin: string, options: { root: string[]; deny: string[]; yes?: boolean; data: string; json?: boolean }) =>
      guarded(options, (output) => installCommand({ plugin, roots: options.root, deny: options.deny, yes: options.yes === true, data: options.data }, output)),
    );
}

function addImport(program: Command): void {
  program
    .command("import")
    .description("Write an ambit-plugin.json from the manifest of Escouade, EmDash, byob, capybara or suaveplan in a folder.")
    .argument("<folder>")
    .option("--json", "print JSON")
    .action((folder: string, options: { json?: boolean }) => guarded(options, async (output) => importCommand(folder, output)));
}

function addJournal(program: Command): void {
  program
    .command("journal")
    .description("Print what plugins did and were refused.")
    .option("--data <folder>", "the host's data folder", DATA)
    .option("--plugin <id>", "only this plugin")
    .option("--outcome <outcome>", "only ok, refused, failed or limited")
    .option("--last <count>", "how many records to start with", "50")
    .option("--follow", "go on with new records until interrupted")
    .option("--export <file>", "write all records to a new file as JSON lines, and print none")
    .option("--json", "print JSON lines")
    .action((options: { data: string; plugin?: string; outcome?: string; last: string; follow?: boolean; export?: string; json?: boolean }) =>
      guarded(options, async (output) => {
        const leaving = new AbortController();
        process.once("SIGINT", () => leaving.abort());
        const filter = { ...(options.plugin !== undefined && { plugin: options.plugin }), ...(options.outcome !== undefined && { outcome: options.outcome as JournalOutcome }) };
        await journalCommand({ data: options.data, filter, last: Number(options.last), follow: options.follow === true, ...(options.export !== undefined && { exportTo: options.export }), signal: leaving.signal }, output);
      }),
    );
}
