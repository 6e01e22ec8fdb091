import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import type { ConfinedSpec } from "../confine/confined-child.ts";
import { type Confiner, type ConfinerOptions, createConfiner } from "../confine/confiner.ts";
import { type ConfinedOutcome, runConfined } from "../confine/run-confined.ts";

const MEBIBYTE = 1024 * 1024;

/** A user that no file of the tests belongs to. */
export const plainUser = { uid: 61_234, gid: 61_234 } as const;

/** A program in Perl that tries to make a socket of each of some families: unix, IPv4, IPv6, netlink, packet, vsock. */
export const socketFamilies = 'use Socket; for my $f (1,2,10,16,17,40) { print "$f:", (socket(my $s, $f, 1, 0) ? "made" : "$!"), "\\n" }';

/** What tests differ in from an ordinary child. */
export type SpecChanges = Partial<Omit<ConfinedSpec, "limits">> & {
  readonly limits?: Partial<ConfinedSpec["limits"]>;
  /** No time limit. */
  readonly unlimited?: true;
};

/** A child of a shell line, with ordinary limits. */
export function shellSpec(line: string, { unlimited, ...changes }: SpecChanges = {}): ConfinedSpec {
  return {
    program: "/bin/sh",
    args: ["-c", line],
    environment: {},
    binds: [],
    ...changes,
    limits: { ...(unlimited !== true && { seconds: 20 }), processes: 48, memoryMb: 256, tempBytes: 4 * MEBIBYTE, ...changes.limits },
  };
}

/** A confiner with folders and marks of its own, for one test file. */
export class ConfinedRig {
  readonly confiner: Confiner;
  readonly #folders: string[] = [];

  constructor(options: ConfinerOptions = {}) {
    this.confiner = createConfiner(options);
  }

  /** A fresh folder of the host. */
  folder(): string {
    const folder = mkdtempSync(join(tmpdir(), "ambit-process-"));
    this.#folders.push(folder);
    return folder;
  }

  /** Runs a shell line to its end. */
  shell(line: string, changes: SpecChanges = {}, stdin?: Uint8Array): Promise<ConfinedOutcome> {
    return runConfined(this.confiner, shellSpec(line, changes), { outputBytes: MEBIBYTE, ...(stdin !== undefined && { stdin }) });
  }

  close(): void {
    this.confiner.close();
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }
}

/** A variable whose value tells the processes of one child from all others. */
export function mark(): Readonly<Record<string, string>> {
  return { AMBIT_TEST_MARK: randomUUID() };
}

/** Processes of this machine that have a variable of that value in their environment, or in that of the process that started them. */
export function processesWith(marked: Readonly<Record<string, string>>): number[] {
  const [value = ""] = Object.values(marked);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => readOrNothing(`/proc/${pid}/environ`).includes(value) || readOrNothing(`/proc/${pid}/cmdline`).includes(value));
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
