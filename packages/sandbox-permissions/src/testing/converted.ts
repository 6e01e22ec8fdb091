import { expect } from "vitest";
import type { PluginManifest } from "@ambit/api-types";
import type { ManifestReading } from "../manifest/read-manifest.ts";

/** The manifest of a reading that must have gone well, with its warnings as `line path: message`. */
export function converted(reading: ManifestReading): { readonly manifest: PluginManifest; readonly warnings: readonly string[] } {
  if (!reading.ok) expect.fail(reading.issues.map(({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`).join("\n"));
  return { manifest: reading.manifest, warnings: reading.warnings.map(({ line, path, message }) => `${line} ${path}: ${message}`) };
}

/** The faults of a reading that must have failed, as `line:column path: message`. */
export function faultsOf(reading: ManifestReading): readonly string[] {
  if (reading.ok) expect.fail("the manifest was taken");
  return reading.issues.map(({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`);
}
