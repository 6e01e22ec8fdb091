import type { ManifestReading } from "../../manifest/read-manifest.ts";
import { requirePublisher } from "../carry-head.ts";
import { type ForeignContext, readForeign } from "../foreign-reading.ts";
import { convertAccess } from "./emdash-access.ts";
import { convertId, convertRun, convertVersion, loseAdmin } from "./emdash-head.ts";
import { convertHooks, convertRoutes } from "./emdash-hooks.ts";
import { convertSettings } from "./emdash-settings.ts";
import { convertStorage } from "./emdash-storage.ts";

const PAGES = ["adminEntry", "componentsEntry", "adminPages", "adminWidgets", "portableTextBlocks", "fieldWidgets"] as const;

/**
 * Reads what EmDash's tools make of a plugin: the `manifest.json` of a bundle, or a descriptor written as JSON. Where
 * `declaredAccess` is there it counts, and the flat lists do not.
 */
export function readEmdashDescriptor(text: Uint8Array | string, context: ForeignContext = {}): ManifestReading {
  return readForeign(text, "manifest.json", "json", context, (source, target) => {
    convertId(source.take("id"), target);
    convertVersion(source, target, { ...context, files: new Map() });
    requirePublisher(source, target);
    const format = source.take("format");
    if (format?.text() === "native") format.fault("a native plugin runs inside its application: only one in the standard form can be confined");
    convertAccess(source, target, context);
    convertStorage(source, target);
    convertHooks(source, target);
    convertRoutes(source, target);
    const admin = source.take("admin")?.object();
    convertSettings(source.take("settingsSchema") ?? admin?.take("settingsSchema"), target);
    loseAdmin(admin);
    source.lose(PAGES, "is not carried over: the application draws its own pages");
    source.lose(["entrypoint"], "is not carried over: the code is found in the plugin's folder");
    source.lose(["options"], "is not carried over: settings are the person's");
    source.lose(["mcp"], "is not carried over: declare what may be called as tools");
    convertRun(source, target, context);
    source.loseRest();
  });
}
