import type { Assurance, ProviderReport } from "@ambit/api-types";
import { z } from "zod";
import type { DockerEngine } from "./engine/docker-engine.ts";
import type { DockerProviderOptions } from "./docker-provider-options.ts";

const infoSchema = z.looseObject({ MemoryLimit: z.boolean(), CpuCfsQuota: z.boolean(), PidsLimit: z.boolean(), OSType: z.string(), ServerVersion: z.string() });

const SEEN_TO = "Give the engine's machine a kernel with that cgroup controller.";

/** What an engine is worth, from what it says of itself. */
export async function dockerReport(engine: DockerEngine, options: DockerProviderOptions): Promise<ProviderReport> {
  const { assurance: available, info } = await lookAt(engine, options.image);
  const cgroup = (has: boolean | undefined, name: string): Assurance => {
    if (!available.holds) return available;
    return on(has === true, `a cgroup of the container (${name})`, `The engine has no ${name} controller.`, SEEN_TO);
  };
  return {
    provider: "docker",
    available,
    limits: {
      cpu: cgroup(info?.CpuCfsQuota, "cpu"),
      memoryMb: cgroup(info?.MemoryLimit, "memory"),
      diskMb: { holds: true, by: "measuring before and while commands run, so that it can be passed for a moment; single files by ulimit" },
    },
    egress: {
      none: { holds: true, by: "a container without a network" },
      allowlist: on(options.gateFolder !== undefined, "a container without a network, and a proxy on a socket that judges each connection; HTTP and HTTPS alone", noGate, "Give the provider a gateFolder."),
      open: on(options.openNetwork !== undefined, `the engine's network ${options.openNetwork ?? ""}`, noNetwork, "Give the provider the name of a network (openNetwork)."),
    },
  };
}

function on(holds: boolean, by: string, reason: string, remedy: string): Assurance {
  return holds ? { holds: true, by } : { holds: false, reason, remedy };
}

/** Why an allowlist is refused. */
export const noGate = "There is no folder for the sockets of gates, and a container has no network.";
/** Why open egress is refused. */
export const noNetwork = "Containers have no network, and none was named for open egress.";

async function lookAt(engine: DockerEngine, image: string): Promise<{ readonly assurance: Assurance; readonly info?: z.infer<typeof infoSchema> }> {
  try {
    const info = infoSchema.parse((await engine.ask({ method: "GET", path: "/info" })).value);
    if (info.OSType !== "linux") return { assurance: { holds: false, reason: `The engine runs ${info.OSType} containers.`, remedy: "Use an engine for Linux containers." }, info };
    const { status } = await engine.ask({ method: "GET", path: `/images/${encodeURIComponent(image)}/json`, expect: [404] });
    if (status === 404) return { assurance: { holds: false, reason: `The engine has no image ${image}.`, remedy: "Pull or import it." }, info };
    return { assurance: { holds: true, by: `Docker engine ${info.ServerVersion}` }, info };
  } catch {
    return { assurance: { holds: false, reason: "The engine does not answer on its socket.", remedy: "Start it, and let this user use its socket." } };
  }
}
