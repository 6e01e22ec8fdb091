import { type CommandProfile, subcommandOf, type SubcommandProfile, words } from "./command-profile.ts";
import { gitProfile } from "./git-profile.ts";

// Left out on purpose: what opens a browser (--web, -w), what changes anything, and `gh api`, which can do all of it. One letter means
// different things to different sub-commands, so each has a list of its own.

const shared = words("--json -q --jq -t --template -R --repo");

function reader(flags: string, valued: string): SubcommandProfile {
  return subcommandOf({ flags: words(flags).filter((word) => word !== ""), valued: [...shared, ...words(valued).filter((word) => word !== "")] });
}

/** What is common to the searches. */
const FOUND = "-L --limit --order --sort --owner --created --updated";
const SEARCHED = `${FOUND} --app --assignee --author --closed --commenter --comments --interactions --involves --label --language --match --mentions --milestone --project --reactions --state --visibility --team-mentions`;

const subcommands: ReadonlyMap<string, SubcommandProfile> = new Map([
  ["pr list", reader("-d --draft", "-L --limit -s --state -A --author -a --assignee -l --label -S --search -B --base -H --head --app")],
  ["issue list", reader("", "-L --limit -s --state -A --author -a --assignee -l --label -S --search -m --milestone --mention --app")],
  ["repo list", reader("--archived --no-archived --fork --source", "-L --limit -l --language --topic --visibility")],
  ["release list", reader("--exclude-drafts --exclude-pre-releases", "-L --limit -O --order")],
  ["run list", reader("-a --all", "-L --limit -b --branch -c --commit --created -e --event -s --status -u --user -w --workflow")],
  ["workflow list", reader("-a --all", "-L --limit")],
  ["label list", reader("", "-L --limit -S --search --order --sort")],
  ["pr view", reader("-c --comments", "")],
  ["issue view", reader("-c --comments", "")],
  ["repo view", reader("", "-b --branch")],
  ["release view", reader("", "")],
  ["run view", reader("--exit-status --log --log-failed -v --verbose", "-j --job -a --attempt")],
  ["workflow view", reader("-y --yaml", "-r --ref")],
  ["pr status", reader("-c --conflict-status", "")],
  ["issue status", reader("", "")],
  ["pr checks", reader("--required", "")],
  ["pr diff", reader("--name-only --patch", "--color")],
  ["search issues", reader("--archived --include-prs --locked --no-assignee --no-label --no-milestone --no-project", SEARCHED)],
  ["search prs", reader("--archived --draft --locked --merged --no-assignee --no-label --no-milestone --no-project", `${SEARCHED} -B --base -H --head --checks --merged-at --review --review-requested --reviewed-by`)],
  ["search repos", reader("--archived", `${FOUND} --followers --forks --good-first-issues --help-wanted-issues --include-forks --language --license --match --number-topics --size --stars --topic --visibility`)],
  ["search commits", reader("--merge", `${FOUND} --author --author-date --author-email --author-name --committer --committer-date --committer-email --committer-name --hash --parent --tree --visibility`)],
]);

/** Settings of git by variables: it asks git which repository it is in, and hands its own environment on. */
function gitSettings(): Record<string, string> {
  const settings = gitProfile.hardening.filter((_word, at, all) => all[at - 1] === "-c").map((setting) => [setting.slice(0, setting.indexOf("=")), setting.slice(setting.indexOf("=") + 1)] as const);
  return Object.fromEntries([["GIT_CONFIG_COUNT", String(settings.length)], ...settings.flatMap(([key, value], at) => [[`GIT_CONFIG_KEY_${at}`, key], [`GIT_CONFIG_VALUE_${at}`, value]])]) as Record<string, string>;
}

/** What is known of GitHub's command line: sub-commands that only read. */
export const githubProfile: CommandProfile = {
  subcommands,
  valueFault: () => undefined,
  operandFault: () => undefined,
  hardening: [],
  environment: {
    ...gitProfile.environment,
    ...gitSettings(),
    GH_PROMPT_DISABLED: "1",
    GH_NO_UPDATE_NOTIFIER: "1",
    GH_NO_EXTENSION_UPDATE_NOTIFIER: "1",
    GH_PAGER: "cat",
    GH_BROWSER: "false",
    GH_EDITOR: "false",
  },
  needsOthers: true,
};
