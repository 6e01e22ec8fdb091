import type { JsonValue } from "@ambit/api-types";
import { allBackends } from "../run/open-host.ts";
import { exitCodes } from "../terminal/exit-code.ts";
import { type Output, paint } from "../terminal/output.ts";
import type { Check } from "./check.ts";
import { checkDirectoryHandles } from "./directory-handle-check.ts";

/** Tells what this machine can confine, and what to install where it cannot. */
export async function doctorCommand(output: Output): Promise<void> {
  const checks = [nodeCheck(), checkDirectoryHandles(), ...(await backendChecks())];
  const text = checks.map((check) => `${check.ok ? paint("green", "ok ") : paint("red", "no ")} ${check.name}: ${check.detail}${check.remedy === undefined ? "" : `\n    ${check.remedy}`}`);
  output.result({ checks } as unknown as JsonValue, text.join("\n"));
  if (checks.some((check) => !check.ok)) process.exitCode = exitCodes.cannot;
}

function nodeCheck(): Check {
  const major = Number(process.versions.node.split(".")[0]);
  const base = { name: "Node.js", detail: process.versions.node };
  return major >= 24 ? { ...base, ok: true } : { ...base, ok: false, remedy: "Install Node.js 24 or later." };
}

async function backendChecks(): Promise<readonly Check[]> {
  const checks: Check[] = [];
  for (const backend of allBackends()) {
    const availability = await backend.isAvailable();
    const name = `backend ${backend.name}`;
    if (availability.available) checks.push({ name, ok: true, detail: `runs ${backend.supports.runs.join(", ")}` });
    else checks.push({ name, ok: false, detail: availability.reason, remedy: availability.remedy });
    await backend.close();
  }
  return checks;
}
