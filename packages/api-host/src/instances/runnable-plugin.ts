import type { PermissionPolicy, PluginManifest, PluginSettings } from "@ambit/api-types";

/** A plugin that a person agreed to, as it is run. */
export interface RunnablePlugin {
  readonly manifest: PluginManifest;
  readonly bundleDigest: string;
  readonly policy: PermissionPolicy;
  readonly settings: PluginSettings;
}
