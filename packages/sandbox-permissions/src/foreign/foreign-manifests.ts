import type { ManifestReading } from "../manifest/read-manifest.ts";
import { readEmdashDescriptor } from "./emdash/read-emdash-descriptor.ts";
import { readEmdashManifest } from "./emdash/read-emdash-manifest.ts";
import type { ForeignContext } from "./foreign-reading.ts";
import { readByobManifest } from "./read-byob-manifest.ts";
import { readCapybaraManifest } from "./read-capybara-manifest.ts";
import { readEscouadeManifest } from "./read-escouade-manifest.ts";
import { readSuaveplanManifest } from "./read-suaveplan-manifest.ts";

/** A form of manifest of another system. */
export interface ForeignManifest {
  /** The system's name. */
  readonly system: string;
  /** Path of the manifest in the plugin's folder. */
  readonly path: string;
  /** A file that must be beside it: its name alone says too little. */
  readonly beside?: string;
  /** Converts it. */
  readonly read: (text: Uint8Array | string, context?: ForeignContext) => ManifestReading;
}

/** Manifests of other systems that are read, each by its file's name. Of one system's forms the first that is there counts. */
export const foreignManifests: readonly ForeignManifest[] = [
  { system: "Escouade", path: "escouade-plugin.json", read: readEscouadeManifest },
  { system: "EmDash", path: "emdash-plugin.jsonc", read: readEmdashManifest },
  { system: "EmDash", path: "manifest.json", beside: "backend.js", read: readEmdashDescriptor },
  { system: "byob", path: "byob-plugin.json", read: readByobManifest },
  { system: "capybara", path: ".capybara-plugin/plugin.json", read: readCapybaraManifest },
  { system: "suaveplan", path: "suaveplan-plugin.json", read: readSuaveplanManifest },
];

/** The manifests of other systems that stand among the paths of a plugin's folder, one for each system. */
export function findForeignManifests(paths: ReadonlySet<string>): readonly ForeignManifest[] {
  const found = new Map<string, ForeignManifest>();
  for (const form of foreignManifests) {
    if (!found.has(form.system) && paths.has(form.path) && (form.beside === undefined || paths.has(form.beside))) found.set(form.system, form);
  }
  return [...found.values()];
}
