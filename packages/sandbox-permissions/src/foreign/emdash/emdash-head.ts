import { memberOf, textOf } from "../../manifest/json-node.ts";
import { parseJsonText } from "../../manifest/parse-json-text.ts";
import { decodeManifest } from "../../manifest/decode-manifest.ts";
import { carry } from "../carry-head.ts";
import type { ForeignContext, TargetManifest } from "../foreign-reading.ts";
import type { SourceObject, SourceValue } from "../source-value.ts";

/** Where EmDash's bundler puts a plugin's code. */
const BACKEND = "backend.js";

/** Converts the id: theirs may have `_`. */
export function convertId(id: SourceValue | undefined, target: TargetManifest): void {
  const text = id?.text();
  if (id === undefined || text === undefined) return;
  const converted = text.replaceAll("_", "-");
  if (converted !== text) id.lost(`becomes ${JSON.stringify(converted)}: an id has no "_" here`);
  target.set("id", converted, id);
}

/** Converts the version: in a hand-written manifest it may be left to the `package.json` beside it. */
export function convertVersion(source: SourceObject, target: TargetManifest, { files }: ForeignContext): void {
  const own = source.take("version");
  if (own !== undefined) return carry(own, target, "version");
  const beside = files?.get("package.json");
  const text = beside === undefined ? undefined : decodeManifest(beside);
  const version = text?.ok === true ? textOf(memberOf(parseJsonText(text.text).root, "version")?.node) : undefined;
  if (version === undefined) source.value.fault('has no "version", and there is no package.json beside it that has one');
  else target.set("version", version, source.value);
}

/** Puts `run`. Code in EmDash's form runs through the adapter, which a bundled `run.js` holds. */
export function convertRun(source: SourceObject, target: TargetManifest, { files }: ForeignContext): void {
  const adapted = files?.has("run.js") === true || files?.has(BACKEND) !== true;
  target.set("run", { js: adapted ? "run.js" : BACKEND }, source.value);
  if (!adapted) source.value.lost(`runs ${BACKEND} as it is: where its default export is in EmDash's form, bundle it with the EmDash adapter of the SDK to a run.js`);
}

/** Says of each admin surface that it has no place here; settings are taken before. */
export function loseAdmin(admin: SourceObject | undefined): void {
  for (const [key, value] of admin?.takeRest() ?? []) {
    if (!value.isEmpty) value.lost(`"${key}" is not carried over: the application draws its own pages`);
  }
}
