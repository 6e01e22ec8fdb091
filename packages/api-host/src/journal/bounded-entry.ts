import { JOURNAL_LINE_BYTES, type JournalEntry } from "@ambit/api-types";
import { visibleText } from "../text/visible-text.ts";

/** Most characters of a target. Its end is kept: the end of a host name says whose it is. */
const TARGET_CHARACTERS = 100;
/** Most characters of every other short text. */
const WORD_CHARACTERS = 128;
/** Most characters of one word of a command. */
const ARGUMENT_CHARACTERS = 1024;
/** Bytes of a line that a command's words may take; the rest is for all other fields at their longest. */
const ARGUMENTS_BYTES: number = JOURNAL_LINE_BYTES / 2;

/**
 * An entry as the journal keeps it: secrets masked, hidden characters spelled out, every text capped, the line below
 * `JOURNAL_LINE_BYTES`.
 *
 * @param mask hides the secrets of the entry's plugin in a text. It sees whole texts: a cut one could hold part of a secret.
 */
export function boundedEntry(entry: JournalEntry, mask: (text: string) => string): JournalEntry {
  const short = (text: string): string => start(visibleText(mask(text)), WORD_CHARACTERS);
  const method = short(entry.method);
  const target = end(visibleText(mask(entry.target)), TARGET_CHARACTERS);
  const { plugin, version, instance, backend, org, args } = entry;
  const isShort = plugin.length <= WORD_CHARACTERS && version.length <= WORD_CHARACTERS && instance.length <= WORD_CHARACTERS && backend.length <= WORD_CHARACTERS;
  // Most entries are fine as they are, and the journal is written often.
  if (isShort && org === undefined && args === undefined && method === entry.method && target === entry.target) return entry;
  return {
    ...entry,
    plugin: start(plugin, WORD_CHARACTERS),
    version: start(version, WORD_CHARACTERS),
    instance: start(instance, WORD_CHARACTERS),
    backend: start(backend, WORD_CHARACTERS),
    ...(org !== undefined && { org: short(org) }),
    method,
    target,
    ...(args !== undefined && { args: boundedArguments(args.map((word) => start(visibleText(mask(word)), ARGUMENT_CHARACTERS))) }),
  };
}

function boundedArguments(words: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let bytes = 0;
  for (const [at, word] of words.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(word)) + 1;
    if (bytes > ARGUMENTS_BYTES) return [...kept, `[${words.length - at} more words]`];
    kept.push(word);
  }
  return kept;
}

function start(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}\u2026`;
}

function end(text: string, most: number): string {
  return text.length <= most ? text : `\u2026${text.slice(1 - most)}`;
}
