import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ENVIRONMENT = { PATH: process.env["PATH"] ?? "", HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1", GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@b.dev", GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@b.dev" };

/** Name of the file that the program leaves where it was started. */
export const TRACE = "PWNED";

/** Where the repository is in a command's view. */
const PLACE = "/repo";

const PROGRAM = `${PLACE}/evil.sh`;

/** A configuration whose every program is the one that leaves a trace. */
const CONFIGURATION = `
[core]
  fsmonitor = ${PROGRAM} fsmonitor
  pager = ${PROGRAM} pager
  editor = ${PROGRAM} editor
  askPass = ${PROGRAM} askpass
  sshCommand = ${PROGRAM} ssh
  gitProxy = ${PROGRAM} proxy
  hooksPath = ${PLACE}/hooks
  alternateRefsCommand = ${PROGRAM} alternates
  attributesFile = ${PLACE}/.gitattributes
  preloadIndex = true
[pager]
  log = ${PROGRAM} pager-log
  status = ${PROGRAM} pager-status
  diff = ${PROGRAM} pager-diff
[filter "x"]
  clean = ${PROGRAM} clean
  smudge = ${PROGRAM} smudge
[filter "y"]
  process = ${PROGRAM} process
[diff]
  external = ${PROGRAM} external
  submodule = diff
[diff "x"]
  textconv = ${PROGRAM} textconv
  command = ${PROGRAM} diff-command
  cachetextconv = true
[merge "x"]
  driver = ${PROGRAM} merge
[log]
  showSignature = true
[gpg]
  program = ${PROGRAM} gpg
[gpg "ssh"]
  program = ${PROGRAM} gpg-ssh
  defaultKeyCommand = ${PROGRAM} key
[credential]
  helper = !${PROGRAM} credential
[alias]
  status = !${PROGRAM} alias
  lg = !${PROGRAM} alias
[include]
  path = ${PLACE}/more.config
[includeIf "gitdir:**"]
  path = ${PLACE}/more.config
[includeIf "onbranch:**"]
  path = ${PLACE}/more.config
[uploadpack]
  packObjectsHook = ${PROGRAM} pack
[blame]
  ignoreRevsFile = /etc/passwd
[url "ext::${PROGRAM} url"]
  insteadOf = https://
[remote "origin"]
  url = ext::${PROGRAM} remote
  promisor = true
  partialclonefilter = blob:none
[extensions]
  partialClone = origin
  worktreeConfig = true
[interactive]
  diffFilter = ${PROGRAM} interactive
[status]
  submoduleSummary = true
[submodule "sub"]
  update = !${PROGRAM} update
  ignore = none
  active = true
[tar "x"]
  command = ${PROGRAM} tar
[trailer "x"]
  command = ${PROGRAM} trailer
[sequence]
  editor = ${PROGRAM} sequence
`;

const HOOKS = ["post-index-change", "pre-commit", "post-checkout", "reference-transaction", "fsmonitor-watchman", "pre-auto-gc", "post-rewrite"];

/** Makes a real repository below a folder, with history and a changed file, and then turns everything in it against who looks at it. */
export function makeHostileRepository(folder: string): void {
  const git = (...words: readonly string[]): string => execFileSync("git", ["-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always", ...words], { cwd: folder, env: ENVIRONMENT, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  mkdirSync(join(folder, "other"));
  execFileSync("git", ["init", "-q", join(folder, "other")], { env: ENVIRONMENT });
  execFileSync("git", ["commit", "-q", "--allow-empty", "-m", "sub"], { cwd: join(folder, "other"), env: ENVIRONMENT });
  git("init", "-q", ".");
  writeFileSync(join(folder, "a.txt"), "one\n");
  writeFileSync(join(folder, "b.bin"), "binary\0one");
  git("add", "a.txt", "b.bin");
  git("commit", "-q", "-m", "first");
  git("submodule", "--quiet", "add", "./other", "sub");
  writeFileSync(join(folder, "a.txt"), "two\n");
  git("commit", "-q", "-a", "-m", "second");
  git("tag", "v1");
  turnHostile(folder);
}

function turnHostile(folder: string): void {
  const script = `#!/bin/sh\necho "$@" >> ${PLACE}/${TRACE}\necho "$@" >> ${folder}/${TRACE}\ncat\n`;
  writeFileSync(join(folder, "evil.sh"), script);
  chmodSync(join(folder, "evil.sh"), 0o755);
  writeFileSync(join(folder, ".git/config"), CONFIGURATION, { flag: "a" });
  writeFileSync(join(folder, "more.config"), `[core]\n  fsmonitor = ${PROGRAM} included\n`);
  writeFileSync(join(folder, ".git/config.worktree"), `[core]\n  fsmonitor = ${PROGRAM} worktree\n  hooksPath = ${PLACE}/hooks\n`);
  writeFileSync(join(folder, ".git/modules/sub/config"), `[core]\n  fsmonitor = ${PROGRAM} submodule\n`, { flag: "a" });
  writeFileSync(join(folder, ".gitattributes"), "*.txt filter=x diff=x merge=x\n*.bin filter=y diff=x\n");
  for (const hooks of [join(folder, "hooks"), join(folder, ".git/hooks")]) {
    mkdirSync(hooks, { recursive: true });
    for (const hook of HOOKS) {
      writeFileSync(join(hooks, hook), script);
      chmodSync(join(hooks, hook), 0o755);
    }
  }
  writeFileSync(join(folder, "a.txt"), "tre\n");
  writeFileSync(join(folder, "b.bin"), "binary\0two");
  writeFileSync(join(folder, "sub/new.txt"), "changed");
}

/** What the program was started for; empty where it never was. */
export function tracesIn(folder: string): string[] {
  return existsSync(join(folder, TRACE)) ? readdirSync(folder).filter((name) => name === TRACE) : [];
}
