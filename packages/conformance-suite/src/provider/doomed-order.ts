import type { SandboxHandle, SandboxLimits } from "@ambit/api-types";

/** What a process that will be killed is told to do. */
export interface DoomedOrder {
  readonly fileSystem: { readonly name: string; readonly limits: SandboxLimits };
  /** Name of the instance. */
  readonly name: string;
  readonly command: string;
  readonly timeoutMs: number;
  /** File that the command writes: there, it has begun. */
  readonly until: string;
}

/** What it says when its command runs. */
export interface DoomedReport {
  readonly instance: SandboxHandle;
}
