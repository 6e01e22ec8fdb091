/** Programs that run whatever text they are given: no entry may name them. */
const SHELLS: ReadonlySet<string> = new Set([
  "sh", "bash", "rbash", "zsh", "dash", "ash", "ksh", "mksh", "csh", "tcsh", "fish", "nu", "elvish", "xonsh", "busybox", "toybox",
  "cmd", "command", "powershell", "powershell_ise", "pwsh", "wsl", "osascript", "wscript", "cscript", "mshta", "rundll32", "regsvr32",
]);

/** Programs that run the words they are given: no entry may name them. */
const WRAPPERS: ReadonlySet<string> = new Set([
  "env", "xargs", "parallel", "sudo", "doas", "su", "runuser", "pkexec", "gosu", "nohup", "nice", "ionice", "chrt", "taskset", "timeout", "time",
  "setsid", "stdbuf", "unbuffer", "script", "expect", "unshare", "nsenter", "chroot", "bwrap", "firejail", "strace", "ltrace", "gdb", "lldb", "perf",
  "watch", "entr", "flock", "systemd-run", "start", "start-process", "forfiles", "runas", "npx", "pnpx", "bunx", "uvx", "pipx", "ssh", "eval",
  "at", "batch", "crontab", "screen", "tmux", "dtach", "valgrind", "setpriv", "prlimit", "setarch", "linux32", "linux64", "capsh", "chpst", "cpulimit", "fakeroot", "fakechroot", "proot", "faketime",
  "torsocks", "proxychains", "proxychains4", "xvfb-run", "dbus-run-session", "dbus-launch", "systemd-inhibit", "systemd-nspawn", "flatpak-spawn", "schroot", "numactl", "cgexec", "sshpass", "ssh-agent",
  "rlwrap", "catchsegv", "tini", "dumb-init", "run-parts", "start-stop-daemon", "hyperfine", "open", "xdg-open", "gio", "explorer", "msiexec", "wmic", "exec", "builtin", "source", ".",
]);

/** The system's own loader runs any program that it is given. */
const LOADER = /^ld(?:-[\w-]+)?\.so(?:\.\d+)*$/;

/** Programs that run code of a file or an argument; the number of a version may follow. */
const INTERPRETERS = /^(?:node|nodejs|deno|bun|python|pypy|perl|ruby|irb|php|lua|luajit|tclsh|wish|rscript|r|julia|java|jshell|groovy|scala|elixir|erl|guile|racket|sbcl|ocaml|ghci|runghc|tsx|ts-node|awk|gawk|mawk|nawk|sed|gsed|ed|ex|vi|vim|nvim|emacs)(?:-?[0-9][0-9.]*)?$/;

/** Options by which an interpreter takes code from the line itself, or loads more of it. */
const CODE_OPTIONS = /^(?:-[a-z]*[ecEprRSM][a-zA-Z]*.*|--(?:eval|print|exec|execute|require|import|loader|experimental-loader|command|run|version-script).*)$/;

/** Endings by which systems pick an interpreter; a program's name has none of them. */
const SCRIPT_ENDING = /\.(?:cmd|bat|com|exe|ps1|psm1|vbs|vbe|js|jse|wsf|wsh|msc|msi|scr|pif|cpl|hta|lnk|sh|py|pl|rb)$/i;

/** What no entry can do with a program, as a phrase; undefined for an ordinary program. */
export function programFault(program: string): string | undefined {
  if (/[/\\]/.test(program)) return "must begin with a program's name, not a path";
  if (!/^[a-zA-Z0-9][a-zA-Z0-9._+-]*$/.test(program) || program.endsWith(".")) return "must begin with a program's plain name";
  const name = program.toLowerCase();
  if (SCRIPT_ENDING.test(name)) return "must name its program without an ending, and no batch file";
  if (SHELLS.has(name)) return "names a shell: name the program it should run";
  if (WRAPPERS.has(name) || LOADER.test(name)) return "names a program that runs other programs: name the one it should run";
  return undefined;
}

/** Tells whether a program runs code that it is given as a file or a word. */
export function isInterpreter(program: string): boolean {
  return INTERPRETERS.test(program.toLowerCase());
}

/** Tells whether a word makes an interpreter run code of the line itself. */
export function isCodeOption(word: string): boolean {
  return CODE_OPTIONS.test(word);
}
