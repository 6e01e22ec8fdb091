import { AmbitError } from "@ambit/api-types";
import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ConfinedOutcome, runConfined } from "../../confine/run-confined.ts";
import { singleServerJudge } from "../../gate-proxy/connect-judge.ts";
import type { ChildNetwork } from "../../gate-proxy/child-network.ts";
import { openGateProxy } from "../../gate-proxy/gate-proxy.ts";
import type { Python } from "./find-python.ts";
import type { VenvOptions } from "./venv-options.ts";

/** Where an environment is in a child's view, when it is built and ever after: it holds its own path. */
export const VENV_FOLDER = "/venv";

const REQUIREMENTS = "/requirements.txt";
const MEBIBYTE = 1024 * 1024;
const DEFAULT_SECONDS = 300;
const OUTPUT_BYTES = 64 * 1024;
const WORDS = 2000;
const CONNECTIONS = 16;
const LIMITS = { processes: 64, memoryMb: 1024, tempBytes: 512 * MEBIBYTE, fileBytes: 1024 * MEBIBYTE };

/** `$PYTHON` makes the environment, and the environment's own pip fills it. */
const LINES = '"$PYTHON" -m venv /venv && exec /venv/bin/python -m pip install --no-input --disable-pip-version-check --no-cache-dir --progress-bar off --index-url "$INDEX" $TRUST -r /requirements.txt';

/** One environment to build. */
export interface VenvOrder extends VenvOptions {
  readonly python: Python;
  readonly requirements: string;
  /** Fresh folder; the environment comes into `venv` below it. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/**
 * Builds an environment in a confined child: installing a package runs its code. The child reaches the index and nothing else.
 *
 * @throws AmbitError `GUEST_ERROR` where a package cannot be installed, `LIMIT_EXCEEDED`, `CALL_CANCELLED`, or what the confiner throws.
 */
export async function buildVenv(order: VenvOrder): Promise<void> {
  const place = join(order.folder, "venv");
  const list = join(order.folder, "requirements.txt");
  mkdirSync(place, { recursive: true });
  writeFileSync(list, order.requirements);
  for (const path of order.owner === undefined ? [] : [order.folder, place, list]) chownSync(path, order.owner?.uid ?? 0, order.owner?.gid ?? 0);
  const gate = openGateProxy({
    judge: singleServerJudge(order.index, order.resolve),
    connectionsAtOnce: CONNECTIONS,
    ...(order.onRecord !== undefined && { onRecord: order.onRecord }),
  });
  try {
    explain(await install(order, place, list, gate), order.buildSeconds ?? DEFAULT_SECONDS);
  } finally {
    gate.close();
  }
}

function install({ confiner, python, index, buildSeconds, signal }: VenvOrder, place: string, list: string, network: ChildNetwork): Promise<ConfinedOutcome> {
  const spec = {
    program: "/bin/sh",
    args: ["-c", LINES],
    environment: {
      ...python.environment,
      PYTHON: python.program,
      INDEX: index.href,
      TRUST: index.protocol === "http:" ? `--trusted-host=${index.hostname}` : "",
      PIP_CONFIG_FILE: "/dev/null",
    },
    libraryFolders: python.libraryFolders,
    binds: [...python.binds, { hostPath: place, guestPath: VENV_FOLDER, access: "write" as const }, { hostPath: list, guestPath: REQUIREMENTS, access: "read" as const }],
    network,
    limits: { ...LIMITS, seconds: buildSeconds ?? DEFAULT_SECONDS },
    signal,
  };
  return runConfined(confiner, spec, { outputBytes: OUTPUT_BYTES });
}

function explain(outcome: ConfinedOutcome, seconds: number): void {
  if (outcome.ended === "stopped") throw new AmbitError("CALL_CANCELLED", "The caller gave up while the packages were installed.");
  if (outcome.ended === "time") throw new AmbitError("LIMIT_EXCEEDED", `Installing its Python packages took longer than ${seconds} seconds.`, { limit: "scriptSeconds" });
  if (outcome.exitCode === 0) return;
  const words = `${outcome.stderr.toString().trim()}\n${outcome.stdout.toString().trim()}`.trim().slice(0, WORDS);
  throw new AmbitError("GUEST_ERROR", `its Python packages could not be installed:\n${words}`);
}
