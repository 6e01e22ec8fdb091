import type { SandboxEgress, SandboxLimits } from "./sandbox-limits.ts";

/** Whether something holds on this provider, and by what, or why not. */
export type Assurance = { readonly holds: true; readonly by: string } | { readonly holds: false; readonly reason: string; readonly remedy: string };

/** The limits that are numbers. */
export type SandboxAmount = Exclude<keyof SandboxLimits, "egress" | "allowHosts">;

/** What a provider can keep here, from what was tried rather than from what should be. */
export interface ProviderReport {
  /** Short name, such as `local` or `docker`. */
  readonly provider: string;
  /** Whether instances can be made at all. */
  readonly available: Assurance;
  /** What each limit is worth. An instance is made without a limit that does not hold only if `by` or `reason` says so here. */
  readonly limits: Readonly<Record<SandboxAmount, Assurance>>;
  /** An egress that does not hold is refused by `create` with `REFUSED`. */
  readonly egress: Readonly<Record<SandboxEgress, Assurance>>;
}
