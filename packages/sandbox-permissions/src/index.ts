/**
 * From a manifest to what is enforced: reads and checks manifests, those of other systems too, compiles the frozen policy,
 * judges every call and every address, writes the consent lines, compares policies, masks secrets.
 *
 * Who uses it: `api-host` and the proxies, and whoever wants to know what a manifest means (stores, reviewers, the CLI).
 * What belongs here: pure decisions over plain data. What does not: anything that opens a file, a socket or a process,
 * resolves a name, or keeps state. Of Node's modules only pure functions are used (`isIP`, `domainToUnicode`, hashing).
 *
 * @packageDocumentation
 */

export { readManifest, type ManifestReading } from "./manifest/read-manifest.ts";
export { type SettingField, settingFields } from "./manifest/setting-fields.ts";
export { writeManifest } from "./manifest/write-manifest.ts";
export { type ForeignManifest, findForeignManifests, foreignManifests } from "./foreign/foreign-manifests.ts";
export type { ForeignContext } from "./foreign/foreign-reading.ts";
export { readByobManifest } from "./foreign/read-byob-manifest.ts";
export { readCapybaraManifest } from "./foreign/read-capybara-manifest.ts";
export { readEmdashDescriptor } from "./foreign/emdash/read-emdash-descriptor.ts";
export { readEmdashManifest } from "./foreign/emdash/read-emdash-manifest.ts";
export { readEscouadeManifest } from "./foreign/read-escouade-manifest.ts";
export { readSuaveplanManifest } from "./foreign/read-suaveplan-manifest.ts";
export { MOST_ISSUES, type ManifestIssue } from "./manifest/manifest-issue.ts";
export { compilePolicy, type PolicySource } from "./policy/compile-policy.ts";
export type { AskingManifest } from "./policy/declared-lines.ts";
export { type CapabilityTerms, type HostTerms, type RootTerms, rootTerms } from "./policy/host-terms.ts";
export { consentLines } from "./consent/consent-lines.ts";
export { consentWordings, type ConsentWording } from "./consent/wording.ts";
export { judge } from "./judge/judge.ts";
export { grantedCalls } from "./judge/granted-calls.ts";
export { hostTarget, nameTarget } from "./judge/journal-target.ts";
export { judgeAddress } from "./network/judge-address.ts";
export { parseNetworkEntry, type NetworkEntry } from "./network/parse-network-entry.ts";
export { judgePathText, type PathText } from "./files/path-text.ts";
export { isFenced } from "./files/fence.ts";
export { parseCommandEntry, type CommandEntry } from "./commands/parse-command-entry.ts";
export { diffPolicies, type PolicyDiff } from "./diff/diff-policies.ts";
export { judgeUpdate, type PluginVersion, type UpdateDecision } from "./diff/judge-update.ts";
export { buildPreopens, type RootMount } from "./preopens/build-preopens.ts";
export { MOST_UNITS as SECRET_UNITS } from "./redaction/character-forms.ts";
export { createSecretMask, maskSecrets, SECRET_MASK, type SecretMask } from "./redaction/mask-secrets.ts";
