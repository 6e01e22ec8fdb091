/** Texts too long to stand in a case: it says in words what they are. */
const GENERATORS: readonly { readonly words: RegExp; make(count: number): string }[] = [
  { words: /^(\d+) opening brackets$/, make: (count) => "[".repeat(count) },
  { words: /^(\d+) opening braces$/, make: (count) => '{"a":'.repeat(count) },
  { words: /^(\d+) nested arrays$/, make: (count) => `{"config":${"[".repeat(count)}${"]".repeat(count)}}` },
  { words: /^(\d+) nested objects$/, make: (count) => `{"config":${'{"a":'.repeat(count)}1${"}".repeat(count)}}` },
  { words: /^(\d+) (?:bytes|spaces)$/, make: (count) => `{${" ".repeat(Math.max(0, count - 2))}}` },
  { words: /^(\d+) (?:network entries|hosts)$/, make: (count) => JSON.stringify({ permissions: { network: Array.from({ length: count }, (_, at) => `h${at}.example.com`) } }) },
  { words: /^(\d+) keys$/, make: (count) => JSON.stringify({ config: Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 0])) }) },
];

/** The text that words such as `200000 opening brackets` stand for. Throws where they are not known. */
export function generatedText(words: string): string {
  for (const generator of GENERATORS) {
    const count = generator.words.exec(words)?.[1];
    if (count !== undefined) return generator.make(Number(count));
  }
  throw new Error(`no generator for "${words}"`);
}
