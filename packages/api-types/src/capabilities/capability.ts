import type { ConsentSeverity } from "../consent/consent-line.ts";
import type { LocalizedText } from "../manifest/manifest.ts";
import type { CapabilityCall } from "./capability-call.ts";

/** Something of an application's own that a person can grant a plugin. Make it with `defineCapability`. */
export interface Capability {
  /** Its name in manifests, such as `content:read`. */
  readonly id: string;
  /** Its line in the install window, such as `Reads your articles`: one text, or one for each language. */
  readonly label: LocalizedText;
  /** How much the line should worry the reader; default `medium`. */
  readonly severity?: ConsentSeverity;
  /** Capabilities that whoever has this one has as well. */
  readonly implies?: readonly string[];
  /** Names it had earlier. Manifests may still use them, and are warned. */
  readonly deprecatedIds?: readonly string[];
  /** Network entries that come with it, as `permissions.network` writes them. */
  readonly opensNetwork?: readonly string[];
  /** Hooks that only a plugin that has it may handle. */
  readonly hooks?: readonly string[];
  /** Hook that some plugin must handle before this capability is on offer to anyone. */
  readonly provider?: string;
  /**
   * Every plugin has it, whatever its manifest says, and no line tells of it: for what is harmless, such as the name of a site.
   * Default false.
   */
  readonly basic?: boolean;
  readonly calls?: readonly CapabilityCall[];
}
