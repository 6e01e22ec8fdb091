import type { Assurance, ProviderReport } from "@ambit/api-types";
import type { LayerName, LevelReport } from "../confine/confinement-layers.ts";

/** What a local provider is worth, from what holds for its processes and files. */
export function localReport(level: LevelReport, imageRefusal: string | undefined): ProviderReport {
  const layer = (name: LayerName): Assurance => {
    const found = level.layers.find((one) => one.name === name);
    if (found === undefined) return { holds: false, reason: `Nothing is known of ${name}.`, remedy: "Use another provider." };
    return found.holds ? { holds: true, by: found.by } : { holds: false, reason: found.reason, remedy: found.remedy };
  };
  const missing = level.layers.map(({ name }) => layer(name)).find((one) => !one.holds);
  const available: Assurance = level.available || missing === undefined ? { holds: true, by: "confined processes with a file view of their own" } : missing;
  const gate = (what: string): Assurance => (available.holds ? { holds: true, by: what } : available);
  const memory = layer("memory");
  return {
    provider: "local",
    available,
    limits: {
      cpu: layer("cpu"),
      memoryMb: memory.holds ? memory : { holds: true, by: "prlimit, for each process and not for all together" },
      diskMb: { holds: true, by: imageRefusal === undefined ? "a disk image of that size" : `measuring before and while commands run, so that it can be passed for a moment; single files by prlimit. No disk image: ${imageRefusal}` },
    },
    egress: {
      none: gate("no socket family but unix"),
      allowlist: gate("a proxy that judges each connection; HTTP and HTTPS alone"),
      open: gate("a proxy that judges each connection: every public host by HTTPS, nothing of the local network"),
    },
  };
}
