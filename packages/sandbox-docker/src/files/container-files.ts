import { AmbitError, SANDBOX_PART_PREFIX, type SandboxFile, type SandboxStat } from "@ambit/api-types";
import { randomUUID } from "node:crypto";
import type { DockerEngine } from "../engine/docker-engine.ts";
import type { ExecSpec } from "../instance/container-exec.ts";
import { runToEnd } from "../instance/run-to-end.ts";
import { tarOf } from "./tar-of.ts";

const NOTHING = 3;
const NO_FILE = 4;

/** `$1` the path, `$2` the bytes. */
const readScript = `[ -d "$1" ] && exit ${NOTHING}; [ -e "$1" ] || exit ${NOTHING}; [ -f "$1" ] || exit ${NO_FILE}; exec head -c "$2" "$1"`;

/** `$1` the path. */
const statScript = `[ -e "$1" ] || exit ${NOTHING}; exec stat -L -c '%F|%s|%Y' "$1"`;

/** `$1` the path, `$2` the file that came, `$3` the folder that it is in, `$4` the time in seconds. Files that came an hour ago and have no place yet are those of a provider that died. A link is followed, the mode of a file that is there is kept, and the file is replaced at once. */
const placeScript = `
fail() { rm -f "$2"; exit $1; }
target=$1
case $target in */) fail ${NO_FILE} "$2" ;; esac
[ -d "$target" ] && fail ${NO_FILE} "$2"
[ -e "$target" ] && [ ! -f "$target" ] && fail ${NO_FILE} "$2"
mkdir -p "\${target%/*}/" || fail 5 "$2"
if [ -L "$target" ] && [ -e "$target" ]; then target=$(readlink -f "$target"; printf x); target=\${target%?x}; fi
if [ -e "$target" ]; then mode=$(stat -c %a "$target") && chmod "$mode" "$2" || fail 5 "$2"; fi
mv -f "$2" "$target" || fail 5 "$2"
for part in "$3"/${SANDBOX_PART_PREFIX}*; do
  came=\${part##*/${SANDBOX_PART_PREFIX}}; came=\${came%%.*}
  case $came in [1-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]) [ $(($4 - came)) -lt 3600 ] || rm -f "$part" ;; esac
done
exit 0`;

/** Where a file lies until it is moved: on the same volume as its place, so that moving replaces at once. */
const STAGES: readonly string[] = ["/workspace", "/skills"];

/** Files of a container that runs. Each gives undefined where it does not. */
export class ContainerFiles {
  readonly #engine: DockerEngine;
  readonly #user: string | undefined;

  constructor(engine: DockerEngine, user: string | undefined) {
    this.#engine = engine;
    this.#user = user;
  }

  async read(container: string, path: string, maxBytes: number, signal: AbortSignal): Promise<SandboxFile | null | undefined> {
    const end = await runToEnd(this.#engine, container, this.#script(readScript, path, String(maxBytes + 1)), signal);
    if (end === undefined) return undefined;
    if (end.exitCode === NOTHING) return null;
    if (end.exitCode !== 0) throw failed(end.exitCode, "read");
    return { data: new Uint8Array(end.stdout.subarray(0, maxBytes)), truncated: end.stdout.length > maxBytes };
  }

  async stat(container: string, path: string, signal: AbortSignal): Promise<SandboxStat | null | undefined> {
    const end = await runToEnd(this.#engine, container, this.#script(statScript, path), signal);
    if (end === undefined) return undefined;
    if (end.exitCode === NOTHING) return null;
    const [, type, size, seconds] = /^([^|]*)\|(\d+)\|(\d+)\n$/.exec(end.stdout.toString()) ?? [];
    if (end.exitCode !== 0 || type === undefined) throw failed(end.exitCode, "looked at");
    const kind = type.startsWith("regular") ? "file" : type === "directory" ? "directory" : "other";
    return { kind, size: kind === "file" ? Number(size) : 0, modifiedAt: Number(seconds) * 1000 };
  }

  async write(container: string, path: string, data: Uint8Array, signal: AbortSignal): Promise<true | undefined> {
    const stage = STAGES.find((root) => path.startsWith(`${root}/`)) ?? "/tmp";
    const seconds = String(Math.floor(Date.now() / 1000));
    const name = `${SANDBOX_PART_PREFIX}${seconds}.${randomUUID()}`;
    const [uid = 0, gid = 0] = (this.#user ?? "0:0").split(":").map(Number);
    await this.#engine.ask({ method: "PUT", path: `/containers/${container}/archive?path=${stage}`, body: tarOf(name, data, { uid, gid }), signal, expect: [404] });
    try {
      const end = await runToEnd(this.#engine, container, this.#script(placeScript, path, `${stage}/${name}`, stage, seconds), signal);
      if (end === undefined) return undefined;
      if (end.exitCode !== 0) throw failed(end.exitCode, "written");
      return true;
    } catch (error) {
      await runToEnd(this.#engine, container, this.#script('rm -f "$1"', `${stage}/${name}`)).catch(() => undefined);
      throw error;
    }
  }

  /** KiB that the files below some folders take up. */
  async usedKib(container: string, folders: readonly string[]): Promise<number | undefined> {
    const end = await runToEnd(this.#engine, container, this.#script('du -skx "$@" 2>/dev/null', ...folders));
    if (end === undefined) return undefined;
    return end.stdout.toString().split("\n").reduce((sum, line) => sum + (Number.parseInt(line, 10) || 0), 0);
  }

  #script(script: string, ...words: readonly string[]): ExecSpec {
    return { words: ["/bin/sh", "-c", script, "ambit", ...words], env: [], cwd: "/", user: this.#user };
  }
}

function failed(exitCode: number, what: string): AmbitError {
  return new AmbitError("FILE_FAILED", exitCode === NO_FILE ? "It is not a file." : `It cannot be ${what}.`);
}
