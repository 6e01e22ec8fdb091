import { type CommandProfile, subcommandOf, type SubcommandProfile, words } from "./command-profile.ts";

// Left out on purpose: what opens a browser (--web), what changes anything, and `gh api`, which can do all of it.

const shared = words("--json -q --jq -t --template -R --repo");
const choice = words("-L --limit -s --state -A --author -a --assignee -l --label -S --search -m --milestone -B --base -H --head");

const list = subcommandOf({ flags: words("-d --draft --archived --no-archived --fork --source --exclude-drafts --exclude-pre-releases --all"), valued: [...shared, ...choice, ...words("--app --mention --language --topic --visibility -O --order --sort -b --branch -c --commit -e --event -u --user -w --workflow --created")] });
const view = subcommandOf({ flags: words("-c --comments --exit-status -v --verbose"), valued: [...shared, ...words("-b --branch -r --ref -j --job -a --attempt")] });

const subcommands: ReadonlyMap<string, SubcommandProfile> = new Map([
  ...["pr", "issue", "repo", "release", "run", "workflow", "label"].map((noun): [string, SubcommandProfile] => [`${noun} list`, list]),
  ...["pr", "issue", "repo", "release", "run", "workflow"].map((noun): [string, SubcommandProfile] => [`${noun} view`, view]),
  ...["pr", "issue"].map((noun): [string, SubcommandProfile] => [`${noun} status`, subcommandOf({ flags: ["-c", "--conflict-status"], valued: shared })]),
  ["pr checks", subcommandOf({ flags: ["--required"], valued: shared })],
  ["pr diff", subcommandOf({ flags: ["--name-only", "--patch"], valued: [...shared, "--color"] })],
  ...["issues", "prs", "repos", "commits"].map((noun): [string, SubcommandProfile] => [`search ${noun}`, list]),
]);

/** What is known of GitHub's command line: sub-commands that only read. */
export const githubProfile: CommandProfile = {
  subcommands,
  valueFault: () => undefined,
  operandFault: () => undefined,
  hardening: [],
  environment: { GH_PROMPT_DISABLED: "1", GH_NO_UPDATE_NOTIFIER: "1", GH_NO_EXTENSION_UPDATE_NOTIFIER: "1", GH_PAGER: "cat", GH_BROWSER: "false", GH_EDITOR: "false" },
  // It asks git which repository it is in.
  needsOthers: true,
};
