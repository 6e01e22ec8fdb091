import { AmbitError, type GrantRecord, HOOK_TIMEOUT_MS, type HookDeclaration, type HostStore, type InstallRecord } from "@ambit/api-types";
import type { HostTerms } from "@ambit/sandbox-permissions";
import { agreedPolicy } from "../install/consent-check.ts";

/** One plugin's part in a hook. */
export interface HookHandler {
  readonly pluginId: string;
  /** For the journal. */
  readonly plugin: { readonly id: string; readonly version: string };
  readonly mode: "policy" | "observe";
  readonly priority: number;
  readonly timeoutMs: number;
  /** Why it cannot be asked although a person agreed to it. */
  readonly broken?: AmbitError;
}

/** Where no priority is declared. */
const USUAL_PRIORITY = 100;

/** The plugins that handle a hook, in the order they are asked: by priority, then by id. One that nobody agreed to is none of them. */
export async function hookHandlers(name: string, store: HostStore, terms: HostTerms): Promise<readonly HookHandler[]> {
  const installs = await store.installs.list();
  const handlers = await Promise.all(installs.map((install) => hookHandler(name, install, store, terms)));
  return handlers.filter((handler) => handler !== undefined).sort((a, b) => a.priority - b.priority || (a.pluginId < b.pluginId ? -1 : 1));
}

/** One plugin's part in a hook; undefined where it has none, or was not granted it. */
export async function hookHandler(name: string, install: InstallRecord, store: HostStore, terms: HostTerms): Promise<HookHandler | undefined> {
  const declared = install.manifest.hooks.find((hook) => hook.name === name);
  if (declared === undefined) return undefined;
  const grant = await store.grants.get(install.pluginId);
  const { mode, priority = USUAL_PRIORITY, timeoutMs = HOOK_TIMEOUT_MS } = declared;
  const handler: HookHandler = { pluginId: install.pluginId, plugin: install.manifest, mode, priority, timeoutMs };
  try {
    const { hooks } = agreedPolicy(install, grant, terms);
    return hooks.some((hook) => hook.name === name && hook.mode === mode) ? handler : undefined;
  } catch (error) {
    if (!AmbitError.isInstance(error)) throw error;
    return wasAgreed(grant, declared) ? { ...handler, broken: error } : undefined;
  }
}

/** A consent that does not hold any more was one all the same: its policy hook must not be passed over in silence. */
function wasAgreed(grant: GrantRecord | undefined, { name, mode }: HookDeclaration): boolean {
  return grant !== undefined && !grant.removed.includes(`hooks:${mode}:${name}`);
}
