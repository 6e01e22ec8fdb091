import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PREFIX = "ambit-dockerd-";
const OWNER = "owner";
const ENDED = "ended";
/** A folder without a record of its owner may have been made a moment ago. */
const YOUNG_MILLIS = 60_000;

/**
 * Ends what was started below $FOLDER and deletes it: the engine, then the processes of its containers with those that look after
 * them, then mounts, control groups and files. Processes are found by the folder's name in their words, which nothing else has.
 */
const CLEAR = `
named() { grep -alF "$FOLDER/" /proc/[0-9]*/cmdline 2>/dev/null | cut -d/ -f3; }
clear_folder() {
  for round in 1 2 3; do
    for p in $(named); do
      kill -9 $(cat /proc/$p/task/*/children 2>/dev/null) 2>/dev/null
      kill -9 $p 2>/dev/null
    done
    [ -z "$(named)" ] && break
    sleep 0.2
  done
  for round in 1 2 3; do
    cut -d' ' -f5 /proc/self/mountinfo | grep -F "$FOLDER/" | sort -r | while read -r point; do umount -l "$point" 2>/dev/null; done
    rm -rf "$FOLDER" && break
    sleep 0.5
  done
  find /sys/fs/cgroup -depth -type d -path "*/$(basename "$FOLDER")*" -exec rmdir {} + 2>/dev/null
}
`;

/**
 * Keeps an engine as long as its standard input is open: whoever started it may die in any way. The engine gets some seconds to end
 * its containers.
 */
const KEEP = `${CLEAR}
exec 3<&0 </dev/null
trap '' INT TERM HUP
dockerd=$1; shift
"$dockerd" --data-root "$FOLDER/data" --exec-root "$FOLDER/exec" -H "unix://$FOLDER/docker.sock" -p "$FOLDER/pid" --exec-opt native.cgroupdriver=cgroupfs --cgroup-parent "/$(basename "$FOLDER")" "$@" >"$FOLDER/log" 2>&1 3<&- &
engine=$!
( cat <&3 >/dev/null; [ -e "$FOLDER/${ENDED}" ] && exit; kill -TERM $engine; i=0; while [ $i -lt 100 ] && kill -0 $engine; do sleep 0.1; i=$((i+1)); done; kill -KILL $engine ) 2>/dev/null &
wait $engine
: >"$FOLDER/${ENDED}"
cat <&3 >/dev/null
clear_folder
`;

/** Starts an engine below a folder, in a session of its own, and sees to it that nothing of it is left when this process lets go of it, or dies. */
export function keepEngine(folder: string, program: string, words: readonly string[]): ChildProcess {
  writeFileSync(join(folder, OWNER), ownerText(process.pid));
  return spawn("/bin/sh", ["-c", KEEP, "keeper", program, ...words], { detached: true, stdio: ["pipe", "ignore", "ignore"], env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", FOLDER: folder } });
}

/** Whether the engine below a folder ended by itself, and is not going to answer. */
export function hasEnded(folder: string): boolean {
  return existsSync(join(folder, ENDED));
}

/** Clears what is left of engines whose owner died together with their keeper. */
export async function clearLeftEngines(parent: string = tmpdir()): Promise<void> {
  for (const name of readdirSync(parent).filter((one) => one.startsWith(PREFIX))) {
    const folder = join(parent, name);
    if (isLeft(folder)) await new Promise((resolve) => spawn("/bin/sh", ["-c", `${CLEAR}\nclear_folder`], { stdio: "ignore", env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", FOLDER: folder } }).once("close", resolve).once("error", resolve));
  }
}

/** Where an engine's folder begins its name. */
export const ENGINE_FOLDER: string = join(tmpdir(), PREFIX);

function isLeft(folder: string): boolean {
  const file = join(folder, OWNER);
  try {
    if (!existsSync(file)) return Date.now() - statSync(folder).mtimeMs > YOUNG_MILLIS && !isNamed(folder);
    const text = readFileSync(file, "utf8");
    return text !== ownerText(Number(text.split(" ")[0])) && !isKept(folder);
  } catch {
    return false;
  }
}

/** The number of a process and when it began: numbers are used again. */
function ownerText(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return `${pid} ${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`;
  } catch {
    return "nobody";
  }
}

function isNamed(folder: string): boolean {
  return someProcess((pid) => readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(`${folder}/`));
}

/** Whether a keeper is about to clear it. */
function isKept(folder: string): boolean {
  return someProcess((pid) => readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(`FOLDER=${folder}`));
}

function someProcess(holds: (pid: string) => boolean): boolean {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).some((pid) => {
    try {
      return holds(pid);
    } catch {
      return false;
    }
  });
}
