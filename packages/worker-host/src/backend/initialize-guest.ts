import { AmbitError, type GuestInit, type InitializeParams, type JsonValue, type SandboxSpec } from "@ambit/api-types";
import { grantedCalls } from "@ambit/sandbox-permissions";
import type { WorkerSandbox } from "../instance/worker-sandbox.ts";

/**
 * Makes the guest of a new instance and has it answer `initialize`.
 *
 * @throws AmbitError what its engine or the guest ended in; `GUEST_PROTOCOL` when it speaks another protocol.
 */
export async function initializeGuest(sandbox: WorkerSandbox, spec: SandboxSpec, image: unknown): Promise<void> {
  const params: InitializeParams = {
    protocolVersion: 1,
    plugin: spec.plugin,
    lang: spec.lang,
    calls: [...grantedCalls(spec.policy), ...(spec.capabilityCalls ?? [])],
    config: spec.config,
  };
  const answer = await sandbox.start(guestInit(spec, image), "initialize", { ...params });
  const version = protocolVersion(answer);
  if (version !== undefined && version !== 1) {
    throw new AmbitError("GUEST_PROTOCOL", "The plugin speaks another version of the protocol than 1.");
  }
}

function guestInit(spec: SandboxSpec, image: unknown): GuestInit {
  const { instanceId, plugin, run, bundleDir, policy, preopens, config, lang } = spec;
  return { instanceId, plugin, run, bundleDir, policy, preopens, config, lang, image };
}

function protocolVersion(answer: JsonValue): JsonValue | undefined {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return undefined;
  return Object.hasOwn(answer, "protocolVersion") ? (answer as { readonly protocolVersion?: JsonValue }).protocolVersion : undefined;
}
