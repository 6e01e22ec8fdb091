import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type PluginManifest, type RunForm, type RunKind } from "@ambit/api-types";
import { readManifest } from "@ambit/sandbox-permissions";

/** The forms the fixture plugin is built in. A `reactor` lives from call to call, a `command` is started anew for each. */
export type FixtureForm = "js" | "wasm:preview1" | "wasm:preview1:command" | "wasm:component";

/** The fixture plugin in one form: the same tools in each, as far as the form can express them. */
export interface FixturePlugin {
  readonly form: FixtureForm;
  readonly kind: RunKind;
  /** Folder with the plugin's files. */
  readonly folder: string;
  readonly manifest: PluginManifest;
  readonly run: RunForm;
  /** State lives from call to call, where the backend keeps it. */
  readonly keepsState: boolean;
  /** The guest can go on while it waits for its host. */
  readonly concurrent: boolean;
  /** The guest writes its own messages, so it can write broken ones. */
  readonly writesMessages: boolean;
  /** The guest works with descriptors, arguments and an environment. */
  readonly wasi: boolean;
}

type FormTraits = Pick<FixturePlugin, "kind" | "keepsState" | "concurrent" | "writesMessages" | "wasi"> & { readonly folder: string };

const forms: Readonly<Record<FixtureForm, FormTraits>> = {
  js: { kind: "js", folder: "js", keepsState: true, concurrent: true, writesMessages: false, wasi: false },
  "wasm:preview1": { kind: "wasm:preview1", folder: "wasm", keepsState: true, concurrent: true, writesMessages: true, wasi: true },
  "wasm:preview1:command": { kind: "wasm:preview1", folder: "wasm-command", keepsState: false, concurrent: false, writesMessages: true, wasi: true },
  "wasm:component": { kind: "wasm:component", folder: "wasm-component", keepsState: true, concurrent: false, writesMessages: false, wasi: true },
};

/** Every form the fixture plugin is built in. */
export const fixtureForms: readonly FixtureForm[] = Object.keys(forms) as FixtureForm[];

/** The fixture plugin in one form. */
export function fixturePlugin(form: FixtureForm): FixturePlugin {
  const { folder: name, ...traits } = forms[form];
  const folder = fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
  const read = readManifest(readFileSync(`${folder}/ambit-plugin.json`), "ambit-plugin.json");
  if (!read.ok) throw new Error(`The fixture's manifest is wrong: ${JSON.stringify(read.issues)}`);
  if (read.manifest.run === undefined) throw new Error(`The fixture's manifest of ${form} names no file to run.`);
  return { form, folder, manifest: read.manifest, run: read.manifest.run, ...traits };
}
