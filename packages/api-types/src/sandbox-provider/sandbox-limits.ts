import { z } from "zod";

/**
 * Where an instance may connect to. `none`: nowhere. `allowlist`: to `allowHosts` alone. `open`: to whatever the provider's report
 * says, at least every public host by HTTPS.
 */
export type SandboxEgress = "none" | "allowlist" | "open";

/** All of {@link SandboxEgress}. */
export const sandboxEgresses: readonly SandboxEgress[] = ["none", "allowlist", "open"];

/** What an environment may use. */
export interface SandboxLimits {
  /** Processors that may be kept busy, such as 0.5. */
  readonly cpu: number;
  /** Memory, mebibytes. */
  readonly memoryMb: number;
  /** Files of the file system, mebibytes. */
  readonly diskMb: number;
  readonly egress: SandboxEgress;
  /**
   * Hosts that can be reached where `egress` is `allowlist`, written as entries of a manifest's `permissions.network` and read by
   * the same rules. Empty: none.
   */
  readonly allowHosts: readonly string[];
}

const MOST_HOSTS = 256;
const MOST_MEBIBYTES = 16 * 1024 * 1024;

/** Schema of {@link SandboxLimits}. What an entry of `allowHosts` means is for the reader of network entries to say. */
export const sandboxLimitsSchema: z.ZodType<SandboxLimits> = z.strictObject({
  cpu: z.number().min(0.01).max(1024),
  memoryMb: z.int().min(16).max(MOST_MEBIBYTES),
  diskMb: z.int().min(1).max(MOST_MEBIBYTES),
  egress: z.enum(["none", "allowlist", "open"]),
  allowHosts: z.array(z.string().min(1).max(512)).max(MOST_HOSTS),
});
