import type { LocalizedText, PluginManifest } from "@ambit/api-types";

/** A text in the reader's language where the author gave it, else in English. */
export function shownText(text: LocalizedText | undefined): string {
  if (text === undefined || typeof text === "string") return text ?? "";
  const language = navigator.language.split("-")[0] ?? "en";
  return (Object.hasOwn(text, language) ? text[language] : text.en) ?? text.en;
}

/** A plugin's name as people see it. */
export function shownName(manifest: PluginManifest): string {
  return shownText(manifest.displayName) || manifest.id;
}
