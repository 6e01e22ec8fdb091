import type { CallEnd } from "./real-calls.ts";
import type { CaseTree } from "./case-tree.ts";

/** What a case's sentence is about: its tree before and after, how its call ended, and the same call on another path. */
export interface FileSightings {
  readonly tree: CaseTree;
  readonly end: CallEnd;
  /** Text of a file before the call; undefined where there was none. */
  before(name: string): string | undefined;
  callOn(path: string): Promise<CallEnd>;
}

interface Sentence {
  readonly words: RegExp;
  holds(seen: FileSightings, what: string, more: string): boolean | Promise<boolean>;
}

const sentences: readonly Sentence[] = [
  { words: /^(\S+) does not exist(?: after the call| afterwards)?$|^no (\S+) is (?:created|made|written)$/, holds: ({ tree }, name) => !tree.exists(name) },
  { words: /^(\S+) (?:exists|is there)(?: after the call| afterwards)?$/, holds: ({ tree }, name) => tree.exists(name) },
  { words: /^(\S+) (?:is |stays )?(?:unchanged|untouched|as it was)(?: after the call| afterwards)?$|^(\S+) (?:is|was) not (?:changed|written|touched)$/, holds: ({ tree, before }, name) => tree.read(name) === before(name) },
  { words: /^(\S+) (?:still )?(?:holds|is|contains|has) "?([^"]*?)"?(?: after the call| afterwards)?$/, holds: ({ tree }, name, text) => tree.read(name) === text },
  { words: /^no (?:other|temporary) files? (?:is )?(?:left )?in (\S+)$/, holds: ({ tree }, folder) => tree.names(folder).length <= 1 },
  { words: /^(?:the )?(?:same )?(?:error|answer) (?:equals the one|is the same as the one|is the same as|equals|as|is that of)(?: for)? (\S+)$|^same (?:error|answer|code|refusal) (?:as )?for (\S+)$/, holds: async ({ end, callOn }, path) => JSON.stringify(await callOn(path)) === JSON.stringify(end) },
  { words: /^(?:the )?(?:error|result|answer) does not (?:contain|name|hold) (?:the )?(?:host's |host )?(?:paths?|folders?|base|(\S+))$/, holds: ({ tree, end }, text) => ![tree.base, text].some((each) => each !== "" && JSON.stringify(end).includes(each)) },
  { words: /^(?:the )?(?:result|answer) (?:is|equals) "?([^"]*?)"?$/, holds: ({ end }, text) => end.code === undefined && JSON.stringify(end.result).includes(JSON.stringify(text)) },
];

/** What a case's `assert_` says and is not so; also for a sentence that is not known. */
export async function brokenFileSentence(text: unknown, seen: FileSightings): Promise<string | undefined> {
  for (const part of text === undefined ? [] : String(text).split(";").map((each) => seen.tree.text(each.trim()))) {
    const sentence = sentences.find(({ words }) => words.test(part));
    if (sentence === undefined) return `no check for "${part}"`;
    const [what = "", more = ""] = (sentence.words.exec(part)?.slice(1) ?? []).filter((each) => each !== undefined);
    // A sentence may name a place by its whole path.
    if (!(await sentence.holds(seen, what.replace(`${seen.tree.base}/`, ""), more))) return `not so: ${part}`;
  }
  return undefined;
}
