import { words } from "./command-profile.ts";

// Options of git that only choose what is shown. Left out on purpose: what writes a file (--output), runs a program
// (--ext-diff, --textconv, --show-signature, --open-files-in-pager), reads files of any place (-L, -O, --no-index,
// --contents, --pathspec-from-file), goes into submodules (--submodule, --recurse-submodules) or waits for input
// (--stdin). Abbreviations are not known, so they are refused. Whether an option takes the word after it as its value must be
// known exactly: where git takes a `--` for one, what we hold for operands are options to it.

/** Which commits are walked: options without a value. */
export const walkFlags: readonly string[] = words(`
  --all --no-merges --merges --first-parent --reverse --topo-order --date-order --author-date-order --no-walk --graph --no-graph
  --cherry-pick --cherry-mark --cherry --left-right --left-only --right-only --boundary --ancestry-path --simplify-merges
  --full-history --dense --sparse --simplify-by-decoration --walk-reflogs -g --regexp-ignore-case -i --invert-grep --all-match
  --extended-regexp -E --fixed-strings -F --basic-regexp --perl-regexp -P --use-mailmap --mailmap --no-mailmap --follow --source
`);
/** Which commits are walked: options with a value. */
export const walkValued: readonly string[] = words(`
  -n --max-count --skip --since --after --until --before --author --committer --grep --grep-reflog --since-as-filter --exclude --glob
  --encoding --date
`);
/** Which commits are walked: options whose value may be left out. */
export const walkMaybe: readonly string[] = words("--branches --tags --remotes --min-parents --max-parents");

/** How commits are written: options without a value. */
export const prettyFlags: readonly string[] = words(`
  --oneline --abbrev-commit --no-abbrev-commit --no-decorate --parents --children --no-notes --no-color --relative-date
  --full-diff --log-size --show-linear-break --clear-decorations -z
`);
/** How commits are written: options with a value. */
export const prettyValued: readonly string[] = words("--decorate-refs --decorate-refs-exclude");
/** How commits are written: options whose value may be left out. */
export const prettyMaybe: readonly string[] = words("--decorate --color --abbrev --pretty --format --expand-tabs");

/** What is shown of changes: options without a value. */
export const diffFlags: readonly string[] = words(`
  -p -u --patch -s --no-patch --raw --patch-with-raw --numstat --shortstat --summary --patch-with-stat --name-only --name-status
  --minimal --patience --histogram --indent-heuristic --no-indent-heuristic --check --full-index --binary -w --ignore-all-space
  -b --ignore-space-change --ignore-space-at-eol --ignore-cr-at-eol --ignore-blank-lines -W --function-context --no-renames
  --pickaxe-all --pickaxe-regex -a --text -R --exit-code --quiet -q --no-ext-diff --no-textconv --no-prefix --default-prefix
  --color-words --compact-summary --cumulative --no-relative -m -c --cc --combined-all-paths -D --irreversible-delete -t
`);
/** What is shown of changes: options with a value. */
export const diffValued: readonly string[] = words(`
  -S -G --inter-hunk-context --diff-filter --diff-algorithm --anchored --src-prefix --dst-prefix --line-prefix -l --stat-width
  --stat-name-width --stat-count --word-diff-regex --color-moved-ws --ws-error-highlight --diff-merges
`);
/** What is shown of changes: options whose value may be left out. */
export const diffMaybe: readonly string[] = words(`
  -U --unified --stat --dirstat --ignore-submodules --word-diff --color-moved --relative --find-renames --find-copies
  --break-rewrites -M -C -B -X
`);
