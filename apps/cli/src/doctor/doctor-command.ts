import type { JsonValue } from "@ambit/api-types";
import { type Confiner, createConfiner } from "@ambit/sandbox-process";
import { allBackends } from "../run/all-backends.ts";
import { exitCodes } from "../terminal/exit-code.ts";
import { type Output, paint } from "../terminal/output.ts";
import type { Check } from "./check.ts";
import { checkConfinement } from "./confinement-checks.ts";
import { checkDirectoryHandles } from "./directory-handle-check.ts";

/** Tells what this machine can confine, and what to install where it cannot. */
export async function doctorCommand(output: Output): Promise<void> {
  const confiner = createConfiner();
  try {
    const checks = [nodeCheck(), checkDirectoryHandles(), ...(await checkConfinement(confiner)), ...(await backendChecks(confiner))];
    output.result({ checks } as unknown as JsonValue, checks.map(checkLine).join("\n"));
    if (checks.some(({ ok, optional }) => !ok && optional !== true)) process.exitCode = exitCodes.cannot;
  } finally {
    confiner.close();
  }
}

function checkLine({ name, ok, optional, detail, remedy }: Check): string {
  const mark = ok ? paint("green", "ok ") : optional === true ? paint("yellow", "-- ") : paint("red", "no ");
  return `${mark} ${name}: ${detail}${remedy === undefined ? "" : `\n    ${remedy}`}`;
}

function nodeCheck(): Check {
  const major = Number(process.versions.node.split(".")[0]);
  const base = { name: "Node.js", detail: process.versions.node };
  return major >= 24 ? { ...base, ok: true } : { ...base, ok: false, remedy: "Install Node.js 24 or later." };
}

async function backendChecks(confiner: Confiner): Promise<readonly Check[]> {
  const checks: Check[] = [];
  for (const backend of allBackends(confiner)) {
    const availability = await backend.isAvailable();
    const name = `backend ${backend.name}`;
    if (availability.available) checks.push({ name, ok: true, detail: `runs ${backend.supports.runs.join(", ")}` });
    // Plugins run without the ones that need confined processes.
    else checks.push({ name, ok: false, ...(backend.supports.isolation === "process" && { optional: true }), detail: availability.reason, remedy: availability.remedy });
    await backend.close();
  }
  return checks;
}
