import { type CommandProfile, outsideFault, subcommandOf as reader, type SubcommandProfile, words } from "./command-profile.ts";
import { diffFlags, diffMaybe, diffValued, prettyFlags, prettyMaybe, prettyValued, walkFlags, walkMaybe, walkValued } from "./git-options.ts";

/** To look into a submodule git runs itself there, without the settings below. */
const NO_SUBMODULES = "--ignore-submodules=dirty";
const NO_PROGRAMS = ["--no-ext-diff", "--no-textconv", NO_SUBMODULES];

const log = reader({
  flags: [...walkFlags, ...prettyFlags, ...diffFlags],
  valued: [...walkValued, ...prettyValued, ...diffValued],
  maybe: [...walkMaybe, ...prettyMaybe, ...diffMaybe],
  counts: true,
  hardening: NO_PROGRAMS,
});
const diff = reader({ flags: [...diffFlags, ...words("--cached --staged --merge-base --no-color -z")], valued: diffValued, maybe: [...diffMaybe, "--color", "--abbrev"], hardening: NO_PROGRAMS });

/** Options with a value of the sub-commands that list references. */
const refValued = words("--count --sort --format --points-at --merged --no-merged --contains --no-contains --exclude");

const grepFlags = words(`
  -i --ignore-case -w --word-regexp -v --invert-match -h -H --full-name -E --extended-regexp -G --basic-regexp -F --fixed-strings
  -P --perl-regexp -n --line-number --column -l --files-with-matches --name-only -L --files-without-match -c --count -z --null
  -o --only-matching -q --quiet --all-match --and --or --not --break --heading -p --show-function -W --function-context --cached
  --untracked --exclude-standard --no-exclude-standard -a --text -I -r --recursive --no-recursive --no-color
`);

/** Sub-commands that only read, with the options that keep them so. */
const subcommands: ReadonlyMap<string, SubcommandProfile> = new Map([
  ["log", log],
  ["show", log],
  ["diff", diff],
  ["shortlog", reader({ flags: [...walkFlags, ...words("-n --numbered -s --summary -e --email -c --committer")], valued: words("--since --after --until --before --author --max-count --group"), maybe: walkMaybe })],
  ["status", reader({ flags: words("-s --short -b --branch --show-stash --long -v --verbose -z --no-renames --no-column --no-ahead-behind --ahead-behind"), maybe: words("--porcelain -u --untracked-files --ignore-submodules --ignored --column --find-renames"), hardening: [NO_SUBMODULES] })],
  ["rev-parse", reader({ flags: words("--verify -q --quiet --symbolic --symbolic-full-name --show-toplevel --show-prefix --show-cdup --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --all"), maybe: words("--short --abbrev-ref --branches --tags --remotes") })],
  ["rev-list", reader({ flags: [...walkFlags, ...words("--count --objects --oneline --parents --children --timestamp --abbrev-commit --no-commit-header --quiet")], valued: walkValued, maybe: [...walkMaybe, ...words("--pretty --format --abbrev")], counts: true })],
  ["blame", reader({ flags: words("-b --root --show-stats -l -t -s -e --show-email -w -p --porcelain --line-porcelain -f --show-name -n --show-number --score-debug --first-parent --no-progress"), valued: words("--since --date"), maybe: words("--abbrev -M -C"), hardening: ["--no-textconv", "--no-ignore-revs-file"] })],
  ["ls-files", reader({ flags: words("-c --cached -d --deleted -m --modified -o --others -i --ignored -s --stage -t -u --unmerged -k --killed -z --directory --no-empty-directory --eol --deduplicate --exclude-standard --full-name --error-unmatch"), valued: words("-x --exclude --format"), maybe: words("--abbrev") })],
  ["ls-tree", reader({ flags: words("-d -r -t -l --long -z --name-only --name-status --object-only --full-name --full-tree"), valued: words("--format"), maybe: words("--abbrev") })],
  ["describe", reader({ flags: words("--all --tags --contains --exact-match --debug --long --always --first-parent"), valued: words("--match --exclude --candidates"), maybe: words("--abbrev") })],
  ["merge-base", reader({ flags: words("-a --all --octopus --is-ancestor --independent --fork-point") })],
  ["name-rev", reader({ flags: words("--tags --all --always --name-only --no-undefined"), valued: words("--refs --exclude") })],
  ["for-each-ref", reader({ flags: words("--ignore-case --omit-empty"), valued: refValued, maybe: words("--color") })],
  ["branch --list", reader({ flags: words("-a --all -r --remotes -v -vv --verbose -i --ignore-case --no-column --no-color --no-abbrev"), valued: refValued, maybe: words("--color --column --abbrev") })],
  ["branch --show-current", reader({ flags: [], operands: false })],
  ["tag --list", reader({ flags: words("-i --ignore-case --no-column --no-color"), valued: refValued, maybe: words("--color --column -n") })],
  ["grep", reader({ flags: grepFlags, valued: words("-e -A --after-context -B --before-context -C --context -m --max-count --max-depth"), maybe: words("--color"), counts: true, hardening: ["--no-textconv"] })],
  ["show-ref", reader({ flags: words("--head --heads --branches --tags -d --dereference --verify -q --quiet"), maybe: words("-s --hash --abbrev") })],
  ["cat-file", reader({ flags: words("-t -s -e -p") })],
  ["count-objects", reader({ flags: words("-v --verbose -H --human-readable") })],
]);

const BUILT_IN_FORMATS: ReadonlySet<string> = new Set(words("oneline short medium full fuller reference email mboxrd raw"));

/** Formats can check signatures, which runs gpg, and describe commits, which runs git anew; a format named in the configuration could as well. */
function formatFault(value: string): string | undefined {
  if (/%[-+ ]?G/.test(value) || /signature/i.test(value)) return "shows signatures, which runs another program";
  if (/%[-+ ]?\(describe/.test(value)) return "describes commits, which runs another program";
  if (value === "" || BUILT_IN_FORMATS.has(value) || value.includes("%")) return undefined;
  return /^t?format:/.test(value) ? undefined : "is a format of the configuration";
}

/** What is known of git: reading sub-commands, never one that writes, fetches or runs hooks. */
export const gitProfile: CommandProfile = {
  subcommands,
  valueFault: (option, value) => {
    if (option === "--format" || option === "--pretty") return formatFault(value);
    return option === "--sort" && /signature/i.test(value) ? "sorts by signatures, which runs another program" : undefined;
  },
  // Outside a repository git compares any two files that it is given.
  operandFault: outsideFault,
  needsOthers: false,
  hardening: [
    "--no-pager",
    "--no-optional-locks",
    ...[
      "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.sshCommand=false", "core.editor=false", "core.askPass=", "core.attributesFile=/dev/null",
      "diff.external=", "gpg.program=false", "gpg.ssh.program=false", "gpg.x509.program=false", "log.showSignature=false", "credential.helper=", "protocol.allow=never", "submodule.recurse=false", "safe.bareRepository=explicit",
      // Without threads: a filter that a repository configures cannot be turned off by its name, so whoever runs the command lets it start nothing.
      "core.preloadIndex=false", "index.threads=1", "pack.threads=1", "grep.threads=1",
    ].flatMap((setting) => ["-c", setting]),
  ],
  environment: {
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_PAGER: "cat",
    GIT_NO_LAZY_FETCH: "1",
  },
};
