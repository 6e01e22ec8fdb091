import { relayWords } from "../gate-proxy/relay-terms.ts";
import type { ConfinedSpec } from "./confined-child.ts";

const MEBIBYTE = 1024 * 1024;
const DEFAULT_FILE_BYTES = 256 * MEBIBYTE;
const DEFAULT_OPEN_FILES = 256;

/** Seconds that the limit inside comes after the host's, which can say more. */
const INNER_GRACE_SECONDS = 1;

/** The programs that hold a child's limits from inside. */
export interface LimitPrograms {
  readonly timeout: string;
  readonly prlimit: string;
}

/**
 * The words that stand before a child's program: `timeout`, which is the first process of its namespace; the relay to the gate, if there is
 * one, which hands it over and becomes what follows; and `prlimit`, which sets them and becomes the program. Address space is not limited: engines that compile reserve far more than they use.
 */
export function limitWords({ limits, network }: ConfinedSpec, programs: LimitPrograms): string[] {
  const seconds = limits.seconds === undefined ? [] : [programs.timeout, "-s", "KILL", String(limits.seconds + INNER_GRACE_SECONDS)];
  const bounds: Readonly<Record<string, number>> = {
    core: 0,
    // Counted in the child's own user namespace, since it is set inside of it.
    nproc: limits.processes,
    nofile: limits.openFiles ?? DEFAULT_OPEN_FILES,
    fsize: limits.fileBytes ?? DEFAULT_FILE_BYTES,
    data: (limits.memoryMb + (limits.reservedMb ?? 0)) * MEBIBYTE,
    rtprio: 0,
    // Counted by user up to the host's own, so one child could use up what the host's other programs need.
    memlock: 65_536,
    msgqueue: 0,
    sigpending: 1024,
  };
  const relay = network === undefined ? [] : relayWords;
  return [...seconds, ...relay, programs.prlimit, ...Object.entries(bounds).map(([name, bound]) => `--${name}=${bound}:${bound}`), "--"];
}
