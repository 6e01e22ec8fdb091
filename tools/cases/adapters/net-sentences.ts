import type { CallEnd } from "./real-calls.ts";

/** What was seen while a case's calls were made. */
export interface Sightings {
  readonly lookups: number;
  /** Names that connections asked the case's server for. */
  readonly contacted: readonly string[];
  /** Heads of the requests that reached it. */
  readonly heads: readonly string[];
  /** Connections to the case's proxy. */
  readonly proxied: number;
  readonly end: CallEnd;
}

/** Words of an `assert_`, and whether what they say is so. */
interface Sentence {
  readonly words: RegExp;
  holds(seen: Sightings, ...found: readonly string[]): boolean;
}

const isOf = (name: string, host: string): boolean => name === host || name.endsWith(`.${host}`);

const sentences: readonly Sentence[] = [
  { words: /^(?:the )?resolver (?:is |was )?(?:called|asked) (\d+) times?$/, holds: (seen, count) => seen.lookups === Number(count) },
  { words: /^(?:the )?resolver (?:is |was )?(?:called|asked) (?:exactly )?once$/, holds: (seen) => seen.lookups === 1 },
  { words: /^(?:the )?resolver (?:is |was )?(?:not|never) (?:called|asked)$|^no (?:dns )?(?:query|lookup|resolution)(?: is made)?$/, holds: (seen) => seen.lookups === 0 },
  { words: /^(?:at most|only|exactly)? ?(?:one|a single) lookup(?: per connection)?$/, holds: (seen) => seen.lookups <= Math.max(1, seen.contacted.length) },
  { words: /^the connected address is (?:one of )?the judged ones?$/, holds: (seen) => seen.lookups <= Math.max(1, seen.contacted.length) },
  { words: /^(?:the )?proxy (?:is |was )?(?:not|never) (?:used|contacted|asked)$|^connects directly$|^goes direct(?:ly)?$/, holds: (seen) => seen.proxied === 0 },
  { words: /^(\S+) (?:is |was )?(?:never|not) (?:contacted|connected to|asked|dialled)$|^no (?:connection|request) to (\S+)$/, holds: (seen, ...hosts) => !seen.contacted.some((name) => hosts.some((host) => host !== "" && isOf(name, host))) },
  { words: /^(?:nothing is|no host is|server) (?:not )?(?:contacted|dialled)$|^no connection(?: is made)?$/, holds: (seen) => seen.contacted.length === 0 },
  { words: /^(?:the )?journal(?:'s|\.)? ?(?:judged ?= ?"?name"?|says "?(?:judged )?by name(?: only)?"?)$/, holds: (seen) => seen.end.code === undefined && seen.end.note === "judged by name only" },
  { words: /^(?:the )?(?:plugin|guest|caller) (?:gets|receives|is given|sees) (?:the |status )?(\d{3})$|^status (?:is )?(\d{3})(?: is (?:returned|handed on|given))?$|^(?:the )?(\d{3}) is (?:returned|handed on|given)(?: to the plugin)?$/, holds: (seen, ...codes) => statusOf(seen.end) === Number(codes.find((code) => code !== "")) },
  { words: /^(?:exactly |only )?(?:one|a single|1) (?:request|connection)(?: is made| reaches the server)?$/, holds: (seen) => seen.heads.length === 1 },
  { words: /^no "?([\w-]+)"?(?: headers?)? (?:is |was )?(?:sent|forwarded|resent)(?: .*)?$|^"?([\w-]+)"?(?: headers?)? (?:is |was )?(?:never|not) (?:sent|forwarded|resent)(?: .*)?$/, holds: (seen, ...names) => !seen.heads.some((head) => names.some((name) => name !== "" && new RegExp(`^${name}:`, "im").test(head))) },
];

/** What an `assert_` says and is not so, or that its words are not understood; undefined where all of it is so. */
export function brokenSentence(text: unknown, seen: Sightings): string | undefined {
  for (const part of text === undefined ? [] : String(text).split(";").map((each) => each.trim())) {
    const words = part.toLowerCase().replace(/\.$/, "");
    const sentence = sentences.find((each) => each.words.test(words));
    if (sentence === undefined) return `the sentence "${part}" is not understood`;
    const found = sentence.words.exec(words)?.slice(1).map((each) => each ?? "") ?? [];
    if (!sentence.holds(seen, ...found)) return `not so: ${part} (${seen.lookups} lookups, asked for ${seen.contacted.join(", ") || "nothing"})`;
  }
  return undefined;
}

function statusOf(end: CallEnd): unknown {
  return end.code === undefined && typeof end.result === "object" && end.result !== null && "status" in end.result ? end.result.status : undefined;
}
