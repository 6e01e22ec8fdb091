import { AmbitError } from "@ambit/api-types";

const MOST_CHARACTERS = 1024;
const MOST_ALTERNATIVES = 64;

/** Tells whether a relative path has a form. */
export type PathPattern = (path: string) => boolean;

/**
 * Reads the form of a path: `*` and `?` within a segment, `**` for any number of segments, `[a-z]` and `[!a-z]`, `{one,two}`. Its work grows with the
 * length of path and pattern alone: patterns come from models.
 *
 * @throws AmbitError `INVALID_PARAMS`.
 */
export function readPathPattern(pattern: string): PathPattern {
  if (pattern === "" || pattern.length > MOST_CHARACTERS || pattern.includes("\0")) throw new AmbitError("INVALID_PARAMS", `pattern: must have 1 to ${MOST_CHARACTERS} characters and no NUL.`);
  const forms = alternatives(pattern).map((form) => form.replace(/^\.\//, "").split("/"));
  return (path) => {
    const segments = path.split("/");
    return forms.some((form) => segmentsFit(form, segments));
  };
}

function alternatives(pattern: string): string[] {
  let open = [pattern];
  const done: string[] = [];
  while (open.length > 0) {
    if (open.length + done.length > MOST_ALTERNATIVES) throw new AmbitError("INVALID_PARAMS", `pattern: stands for more than ${MOST_ALTERNATIVES} forms.`);
    open = open.flatMap((form) => {
      // The innermost braces first, so that what is between them holds no others.
      const braces = /\{([^{}]*)\}/.exec(form);
      if (braces !== null) return (braces[1] ?? "").split(",").map((one) => form.slice(0, braces.index) + one + form.slice(braces.index + braces[0].length));
      done.push(form);
      return [];
    });
  }
  return done;
}

/** Fits greedily, and goes back to the last `**` alone: what an earlier one takes makes no difference to a later one. */
function segmentsFit(form: readonly string[], segments: readonly string[]): boolean {
  return fits(form, segments, (one) => one === "**", (one, segment) => segmentFits(one, segment));
}

function segmentFits(form: string, segment: string): boolean {
  return fits(parts(form), [...segment], (one) => one === "*", (one, character) => characterFits(one, character));
}

function fits(form: readonly string[], text: readonly string[], isAny: (one: string) => boolean, isOne: (one: string, piece: string) => boolean): boolean {
  let [at, place, anyAt, anyPlace] = [0, 0, -1, 0];
  while (place < text.length) {
    const one = form[at];
    if (one !== undefined && isAny(one)) {
      anyAt = at++;
      anyPlace = place;
    } else if (one !== undefined && isOne(one, text[place] ?? "")) {
      at++;
      place++;
    } else if (anyAt >= 0) {
      at = anyAt + 1;
      place = ++anyPlace;
    } else return false;
  }
  return form.slice(at).every(isAny);
}

/** A segment's form in parts: one character, `?`, `*`, or a set in brackets. */
function parts(form: string): string[] {
  return form.match(/\[!?\]?[^\]]*\]|\*+|[\s\S]/gu)?.map((part) => (part.startsWith("*") ? "*" : part)) ?? [];
}

function characterFits(part: string, character: string): boolean {
  if (part === "?") return true;
  if (!part.startsWith("[") || part.length < 3) return part === character;
  const negated = part.startsWith("[!");
  const set = Array.from(part.slice(negated ? 2 : 1, -1));
  let inside = false;
  for (let at = 0; at < set.length; at++) {
    const [from = "", dash, to] = set.slice(at, at + 3);
    if (dash === "-" && to !== undefined) {
      inside ||= from <= character && character <= to;
      at += 2;
    } else inside ||= from === character;
  }
  return inside !== negated;
}
