import { type CommandProfile, outsideFault, subcommandOf, words } from "./command-profile.ts";

// Left out on purpose: what runs a program (--pre, --hostname-bin, -z), reads files of any place (-f, --ignore-file), and follows
// links (-L).

const search = subcommandOf({
  flags: words(`
    -i --ignore-case -s --case-sensitive -S --smart-case -w --word-regexp -x --line-regexp -v --invert-match -F --fixed-strings
    -c --count --count-matches --include-zero -l --files-with-matches --files-without-match -o --only-matching -n --line-number
    -N --no-line-number -H --with-filename -I --no-filename --column --no-column --heading --no-heading --vimgrep --json --trim
    -0 --null -q --quiet --stats -U --multiline --multiline-dotall -P --pcre2 --crlf --no-unicode -a --text --binary -. --hidden
    --no-hidden -u --unrestricted --no-ignore --no-ignore-vcs --no-ignore-parent --no-ignore-global --one-file-system --files
    --glob-case-insensitive --passthru --no-messages --no-context-separator -p --pretty --line-buffered --block-buffered --no-mmap
  `),
  valued: words(`
    -e --regexp -g --glob --iglob -t --type -T --type-not -A --after-context -B --before-context -C --context -m --max-count
    -d --max-depth -E --encoding -M --max-columns --max-filesize -r --replace --sort --sortr --color --engine --context-separator
    --field-match-separator --field-context-separator --dfa-size-limit --regex-size-limit
  `),
  // One thread, so that it can be held to a single process.
  hardening: ["--threads=1"],
});

/** What is known of ripgrep. Its lines begin with `--no-config`, since a configuration can add any option. */
export const ripgrepProfile: CommandProfile = {
  subcommands: new Map([["--no-config", search]]),
  valueFault: () => undefined,
  operandFault: outsideFault,
  hardening: [],
  environment: {},
  needsOthers: false,
};
