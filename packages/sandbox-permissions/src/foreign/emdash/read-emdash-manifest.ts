import type { ManifestReading } from "../../manifest/read-manifest.ts";
import { carry, carryKeywords, carryText, requirePublisher } from "../carry-head.ts";
import { type ForeignContext, readForeign, type TargetManifest } from "../foreign-reading.ts";
import type { SourceObject } from "../source-value.ts";
import { convertAccess } from "./emdash-access.ts";
import { convertId, convertRun, convertVersion, loseAdmin } from "./emdash-head.ts";
import { convertSettings } from "./emdash-settings.ts";
import { convertStorage } from "./emdash-storage.ts";

/**
 * Reads an `emdash-plugin.jsonc`, the form that authors write. An exact host stays exact; `network:request:unrestricted`
 * becomes `*`. Keys and capabilities that EmDash does not know are faults, as they are there.
 */
export function readEmdashManifest(text: Uint8Array | string, context: ForeignContext = {}): ManifestReading {
  return readForeign(text, "emdash-plugin.jsonc", "jsonc", context, (source, target) => {
    convertId(source.take("slug"), target);
    convertVersion(source, target, context);
    convertShown(source, target);
    convertAccess(source, target, context);
    convertStorage(source, target);
    const admin = source.take("admin")?.object();
    convertSettings(admin?.take("settingsSchema"), target);
    loseAdmin(admin);
    convertRelease(source.take("release")?.object(), target);
    convertRun(source, target, context);
    source.refuseRest();
  });
}

function convertShown(source: SourceObject, target: TargetManifest): void {
  carryText(source.take("publisher"), target, "publisher");
  requirePublisher(source, target);
  carryText(source.take("name"), target, "displayName");
  carryText(source.take("description"), target, "description");
  carryText(source.take("license"), target, "license");
  carryKeywords(source.take("keywords"), target);
  carry(source.take("repo"), target, "homepage");
  source.lose(["author", "authors", "security", "securityContacts", "sections"], "is not carried over: it has no place in a manifest here");
  // It names the schema of the other form.
  source.take("$schema");
}

function convertRelease(release: SourceObject | undefined, target: TargetManifest): void {
  release?.lose(["requires"], "is not carried over: what it needs is another application's");
  const artifacts = release?.take("artifacts")?.object();
  const icon = artifacts?.take("icon")?.object();
  const file = icon?.take("file");
  if (file !== undefined && /\.(svg|png)$/.test(file.text() ?? "")) target.put("icon", file.node);
  else file?.lost("is not carried over: an icon is a .svg or .png file");
  icon?.lose(["lang"], "is not carried over: there is one icon for all languages");
  artifacts?.lose(["banner", "screenshots"], "is not carried over: it has no place in a manifest here");
  for (const part of [icon, artifacts, release]) part?.refuseRest();
}
