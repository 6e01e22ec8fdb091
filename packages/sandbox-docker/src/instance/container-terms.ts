import type { InstanceSpec, SandboxLimits } from "@ambit/api-types";
import type { VolumeNames } from "../files/file-system-volumes.ts";
import { GATE_FOLDER, gateEnvironment, gateKeeperScript, keeperScript } from "./keeper-script.ts";

/** Label with the terms of an instance, by which it is known as ours. */
export const TERMS_LABEL = "dev.ambit.sandbox";
/** Label with the file system of an instance. */
export const FILE_SYSTEM_LABEL = "dev.ambit.instance-of";

const MEBIBYTE = 1024 * 1024;
const NANO = 1_000_000_000;

/** What a provider makes all its containers with. */
export interface ContainerChoices {
  readonly image: string;
  /** Processes and threads at once. */
  readonly processes: number;
  /** Whether the image's own files can be written. */
  readonly writableRoot: boolean;
  /** Network of the engine for `open`. */
  readonly openNetwork: string | undefined;
  /** Folder of the host with the gate's socket of this instance. */
  readonly gateFolder: string;
}

/** What is compared when a name is asked for again. */
export function termsText(spec: InstanceSpec, image: string): string {
  const { cpu, memoryMb, diskMb, egress, allowHosts } = spec.limits;
  return JSON.stringify({ version: 1, image, cpu, memoryMb, diskMb, egress, allowHosts });
}

/** The body of the request that makes a container. */
export function containerTerms(spec: InstanceSpec, volumes: VolumeNames, choices: ContainerChoices): unknown {
  const { limits } = spec;
  const gated = limits.egress === "allowlist";
  return {
    Image: choices.image,
    Cmd: ["/bin/sh", "-c", gated ? gateKeeperScript : keeperScript],
    Entrypoint: [],
    WorkingDir: "/workspace",
    Env: Object.entries({ HOME: "/tmp", ...(gated && gateEnvironment) }).map(([name, value]) => `${name}=${value}`),
    Labels: { [TERMS_LABEL]: termsText(spec, choices.image), [FILE_SYSTEM_LABEL]: spec.fileSystem.id },
    HostConfig: {
      ...resources(limits, choices.processes),
      Ulimits: [{ Name: "fsize", Soft: limits.diskMb * MEBIBYTE, Hard: limits.diskMb * MEBIBYTE }, { Name: "core", Soft: 0, Hard: 0 }],
      NetworkMode: limits.egress === "open" ? choices.openNetwork : "none",
      CapDrop: ["ALL"],
      SecurityOpt: ["no-new-privileges"],
      Privileged: false,
      IpcMode: "private",
      // What is written elsewhere would be in no file system, and in no limit.
      ReadonlyRootfs: !choices.writableRoot,
      // Collects the processes that nobody asks after.
      Init: true,
      LogConfig: { Type: "none" },
      Mounts: [
        { Type: "volume", Source: volumes.workspace, Target: "/workspace" },
        { Type: "volume", Source: volumes.skills, Target: "/skills" },
        // Of the instance alone, and removed with it.
        { Type: "volume", Target: "/tmp" },
        ...(gated ? [{ Type: "bind", Source: choices.gateFolder, Target: GATE_FOLDER, ReadOnly: true }] : []),
      ],
    },
  };
}

function resources(limits: SandboxLimits, processes: number): Record<string, number> {
  const memory = limits.memoryMb * MEBIBYTE;
  return { Memory: memory, MemorySwap: memory, NanoCpus: Math.round(limits.cpu * NANO), PidsLimit: processes };
}
