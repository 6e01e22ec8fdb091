/** What a scan of a plugin's code can tell of what it uses. */
export interface CodeFacts {
  /** Names that the code reads: variables, members, keys it takes objects apart by. */
  readonly names: ReadonlySet<string>;
  /** Its string literals, and the fixed parts of its templates. */
  readonly texts: ReadonlySet<string>;
  /** The code cannot be looked into (a script in another language): nothing is said of what it does not use. */
  readonly isOpaque: boolean;
}

/** Tells whether the code makes a call of one of some namespaces, as `ctx.net.fetch`, `{ net }`, or `"net/fetch"`. */
export function usesNamespace(facts: CodeFacts, ...namespaces: readonly string[]): boolean {
  return namespaces.some((namespace) => facts.names.has(namespace) || mentions(facts, `${namespace}/`));
}

/** Tells whether a text of the code holds some words. */
export function mentions(facts: CodeFacts, words: string): boolean {
  for (const text of facts.texts) if (text.includes(words)) return true;
  return false;
}
