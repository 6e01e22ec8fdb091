import type { JsonObject } from "@ambit/api-types";

const MOST_CHARACTERS = 120;
const PLACE = /\{([\p{L}\p{N}_]+)\}/gu;

/** Fills a title's template: `{key}` becomes the argument of that name, unknown keys stay, and what is too long is cut. */
export function fillTitle(template: string, args: JsonObject): string {
  const filled = template.replaceAll(PLACE, (place, key: string) => {
    if (!Object.hasOwn(args, key)) return place;
    const value = args[key];
    return typeof value === "string" ? value : JSON.stringify(value);
  });
  return [...filled].slice(0, MOST_CHARACTERS).join("");
}
