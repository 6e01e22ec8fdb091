/**
 * The local `sandbox@2` provider: file systems are disk images or folders, instances are namespaces with a first process of ours.
 *
 * Who uses it: host integrators who want sandboxes on a Linux machine without a daemon.
 * What belongs here: the provider and its options. What does not: confinement itself, which is `@ambit/sandbox-process`.
 *
 * @packageDocumentation
 */

export { createLocalProvider, type LocalProvider } from "./local-provider.ts";
export type { LocalProviderOptions } from "./local-provider-options.ts";
export { checkAllowHosts, type EgressJudge, egressJudge } from "./egress/egress-judge.ts";
export type { DiskKind } from "./ground/records.ts";
