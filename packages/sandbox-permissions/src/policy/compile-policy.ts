import type { CollectionDeclaration, NetworkRule, PermissionPolicy, PluginManifest } from "@ambit/api-types";
import { closeImplications } from "./close-implications.ts";
import { type AskingManifest, type Declared, type DeclaredLine, declaredLines } from "./declared-lines.ts";
import { deepFreeze } from "./deep-freeze.ts";
import { mayHandle } from "./hook-gates.ts";
import type { HostTerms } from "./host-terms.ts";
import { networkLineKey } from "./line-keys.ts";
import { limitsInForce } from "./limits-in-force.ts";
import { openedRules } from "./opened-rules.ts";
import { policyDigest } from "./policy-digest.ts";

/** What a policy is compiled from. */
export interface PolicySource {
  readonly manifest: Pick<PluginManifest, "id" | "version" | "limits"> & AskingManifest;
  /** Keys of the consent lines that a person took away; what they stand for behaves as undeclared. */
  readonly removed: readonly string[];
  readonly host: HostTerms;
}

/**
 * Makes the policy that is enforced: canonical, sorted, without duplicates, implication-closed, deep-frozen, with a
 * digest. The same declarations and the same lines taken away give the same digest, in whatever order they stand.
 *
 * @throws AmbitError `MANIFEST_INVALID`, or `ROOT_UNKNOWN` for a root the host does not have.
 */
export function compilePolicy(source: PolicySource): PermissionPolicy {
  const { manifest, host } = source;
  const removed = new Set(source.removed);
  const kept = declaredLines(manifest, host)
    .filter((line) => !removed.has(line.key))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const capabilities = closeImplications(pick(kept, "capabilities").map(({ name }) => name), host);
  const policy = {
    pluginId: manifest.id,
    version: manifest.version,
    network: networkRules(pick(kept, "network").map(({ rule }) => rule), capabilities, host),
    files: pick(kept, "files").map(({ rule }) => rule),
    commands: pick(kept, "commands").map(({ rule }) => rule),
    secrets: pick(kept, "secrets").map(({ name }) => name),
    events: pick(kept, "events").map(({ name }) => name),
    hooks: pick(kept, "hooks").map(({ rule }) => rule).filter(({ name }) => mayHandle(name, capabilities, host)),
    routes: pick(kept, "routes").map(({ rule }) => rule),
    scripts: pick(kept, "scripts").map(({ name }) => name),
    eventCommands: pick(kept, "eventCommands").map(({ rule }) => rule),
    capabilities,
    storage: collections(kept),
    limits: limitsInForce(manifest.limits, host.ceilings),
  };
  // Cloned, so that freezing never reaches into the manifest.
  return deepFreeze(structuredClone({ ...policy, digest: policyDigest(policy) }));
}

/** What was declared, and what comes with capabilities; each rule once, in the order of its line's key. */
function networkRules(declared: readonly NetworkRule[], capabilities: readonly string[], host: HostTerms): readonly NetworkRule[] {
  const opened = openedRules(capabilities, host);
  if (opened.length === 0) return declared;
  const once = new Map([...declared, ...opened].map((rule) => [networkLineKey(rule), rule]));
  return [...once].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, rule]) => rule);
}

function pick<S extends Declared["section"]>(lines: readonly DeclaredLine[], section: S): readonly Extract<Declared, { readonly section: S }>[] {
  // The filter keeps one section's entries, which the compiler cannot see from the comparison.
  return lines.map((line) => line.declared).filter((declared) => declared.section === section) as Extract<Declared, { readonly section: S }>[];
}

function collections(lines: readonly DeclaredLine[]): Record<string, CollectionDeclaration> {
  return Object.fromEntries(pick(lines, "storage").map(({ name, collection }) => [name, collection]));
}
