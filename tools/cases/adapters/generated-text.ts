/** What a number of something is as a manifest. */
interface Generator {
  /** Without the number before it. */
  readonly words: RegExp;
  make(count: number): string;
}

const times = (count: number, text: string): string => text.repeat(count);
const list = (count: number, make: (at: number) => string): string => Array.from({ length: count }, (_, at) => make(at)).join(",");

/** Texts too long to stand in a case: it says in words what they are. */
const GENERATORS: readonly Generator[] = [
  { words: /^(?:opening|open|nested opening) brackets?$/, make: (count) => times(count, "[") },
  { words: /^(?:closing|close) (?:brackets?|braces?)$/, make: (count) => times(count, "]") },
  { words: /^(?:opening|open) (?:braces?|objects?)$/, make: (count) => times(count, '{"a":') },
  { words: /^(?:nested )?(?:arrays?|brackets?|lists?)(?: deep)?$|^(?:levels?|deep)(?: of arrays?)?$/, make: (count) => `{"config":${times(count, "[")}${times(count, "]")}}` },
  { words: /^(?:nested )?(?:objects?|braces?)(?: deep)?$|^levels? of objects?$/, make: (count) => `{"config":${times(count, '{"a":')}1${times(count, "}")}}` },
  { words: /^(?:bytes?|spaces?|blanks?|whitespace|padding|characters?|tabs?|newlines?)?(?: of (?:spaces?|whitespace|padding|json))?$/, make: (count) => `{${times(Math.max(0, count - 2), " ")}}` },
  { words: /^(?:character |byte )?(?:strings?|text|letters?|description|name)(?: of .*)?$|^quotes?$|^escapes?$/, make: (count) => JSON.stringify({ description: times(count, "x") }) },
  { words: /^digits?(?: .*)?$/, make: (count) => `{"limits":{"fetchSeconds":${times(count, "1")}}}` },
  { words: /^(?:network )?(?:entries|hosts?|host entries|network hosts?)$/, make: (count) => `{"permissions":{"network":[${list(count, (at) => `"h${at}.example.com"`)}]}}` },
  { words: /^commands?(?: entries)?$/, make: (count) => `{"permissions":{"commands":[${list(count, (at) => `"tool x${at}"`)}]}}` },
  { words: /^tools?$/, make: (count) => `{"tools":[${list(count, (at) => `{"name":"t${at}","description":"T."}`)}]}` },
  { words: /^(?:duplicate|equal|same) keys?$/, make: (count) => `{"config":{${list(count, () => '"k":0')}}}` },
  { words: /^(?:keys?|members?|fields?|properties)$/, make: (count) => `{"config":{${list(count, (at) => `"k${at}":0`)}}}` },
];

const UNITS: Readonly<Record<string, number>> = { k: 1000, kb: 1000, kib: 1024, m: 1e6, mb: 1e6, mib: 1024 ** 2, thousand: 1000, million: 1e6 };

/** The text that words such as `200000 opening brackets` or `10 MB of spaces` stand for. Throws where they are not known. */
export function generatedText(words: string): string {
  const [, digits = "", unit = "", rest = ""] = /^(?:an? )?(\d[\d,_ ]*) *(kib|kb|mib|mb|k|m|thousand|million)?\b *(.*)$/i.exec(words) ?? [];
  const count = Number(digits.replaceAll(/[,_ ]/g, "")) * (UNITS[unit.toLowerCase()] ?? 1);
  const what = rest.toLowerCase().replace(/^of (?=\w)/, "").replace(/ (?:and|with) .*$/, "").trim();
  const generator = digits === "" ? undefined : GENERATORS.find((each) => each.words.test(what));
  if (generator === undefined) throw new Error(`no generator for "${words}"`);
  return generator.make(count);
}
