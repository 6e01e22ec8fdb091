import { z } from "zod";
import { shownText } from "./field-schemas.ts";
import type { LocalizedText } from "./manifest.ts";

/** The shape of a text shown to people: one string, or one per language with English as the base; each at most `most` characters. */
export function localizedText(most: number): z.ZodType<LocalizedText> {
  const text = shownText(most);
  const language = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "must be a language tag such as en or pt-BR");
  const texts = z
    .record(language, text)
    .refine((each) => Object.hasOwn(each, "en"), "must have a text in `en`")
    .meta({ required: ["en"] });
  return z.union([text, texts]) as z.ZodType<LocalizedText>;
}

/** A text in the wanted language: of its tag, of its base language, or in English. */
export function textIn(language: string, text: LocalizedText): string {
  if (typeof text === "string") return text;
  for (const tag of [language, language.split("-")[0] ?? ""]) {
    const found = Object.hasOwn(text, tag) ? text[tag] : undefined;
    if (found !== undefined) return found;
  }
  return text.en;
}
