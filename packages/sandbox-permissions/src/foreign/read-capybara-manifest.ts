import type { ManifestReading } from "../manifest/read-manifest.ts";
import { carry, carryText } from "./carry-head.ts";
import { findCode } from "./find-code.ts";
import { type ForeignContext, readForeign } from "./foreign-reading.ts";

/**
 * Reads a `.capybara-plugin/plugin.json`: who the plugin is and how it is shown. What it may do is given by that system's
 * extension points, which have no counterpart, so that it asks for nothing here and each of them is said to be left out.
 */
export function readCapybaraManifest(text: Uint8Array | string, context: ForeignContext = {}): ManifestReading {
  return readForeign(text, ".capybara-plugin/plugin.json", "json", context, (source, target) => {
    carry(source.take("name"), target, "id");
    carry(source.take("version"), target, "version");
    carryText(source.take("publisher"), target, "publisher");
    carry(source.take("displayName"), target, "displayName");
    carry(source.take("description"), target, "description");
    carry(source.take("icon"), target, "icon");
    if (context.files?.has("run.js") === true || context.files?.has("run.wasm") === true) findCode(source, target, context);
    // It names the schema of the other form.
    source.take("$schema");
    source.loseRest();
  });
}
