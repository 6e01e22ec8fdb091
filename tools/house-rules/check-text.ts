/** House rules that oxlint cannot express: they are about comments and plain text. */

interface TextRule {
  readonly files: RegExp;
  /** What the rule looks at: the first group, or the whole match. */
  readonly pattern: RegExp;
  /** A sentence when the match breaks the rule. */
  readonly problem: (match: RegExpMatchArray) => string | undefined;
}

const code = /\.(ts|tsx|js|mjs)$/;

const rules: readonly TextRule[] = [
  {
    files: code,
    pattern: /(?:\/\/|\/\*) *(?:oxlint|eslint)-disable(?:-next-line|-line)?([^\n]*)/g,
    problem([, rest = ""]) {
      const [names = "", reason = ""] = rest.replace("*/", "").split(" -- ");
      if (names.trim() === "") return "a lint exception names no rule";
      return reason.trim() === "" ? "a lint exception gives no reason (`-- why`)" : undefined;
    },
  },
  { files: code, pattern: /(?:\/\/|\/\*) *@ts-expect-error([^\n]*)/g, problem: ([, rest = ""]) => (/-- \S/.test(rest) ? undefined : "@ts-expect-error gives no reason (`-- why`)") },
  { files: code, pattern: /(?:\/\/|\/\*) *@ts-(?:ignore|nocheck)/g, problem: () => "@ts-ignore and @ts-nocheck hide new errors: use @ts-expect-error" },
  { files: code, pattern: /(?:\/\/|\*) *(?:TODO|FIXME|XXX|HACK)\b/g, problem: () => "unfinished work in a comment" },
  { files: /^(?!.*(?:\.test\.tsx?$|\/cases\/))/, pattern: /(?:^|[\s"'`(])\/(?:root|home\/(?!me\b)[a-z]+|Users\/[A-Za-z]+)\//gm, problem: () => "the path of a machine" },
];

/** The house rules that the text of one file breaks, each with file and line. */
export function fileProblems(place: string, text: string): string[] {
  const found: string[] = [];
  for (const rule of rules.filter(({ files }) => files.test(place))) {
    for (const match of text.matchAll(rule.pattern)) {
      const problem = rule.problem(match);
      const line = text.slice(0, match.index).split("\n").length;
      if (problem !== undefined) found.push(`${place}:${line}: ${problem}`);
    }
  }
  return found;
}

/** The scripts of a root `package.json` that run another pnpm than the pinned one. */
export function scriptProblems(packageJson: string): string[] {
  const { packageManager, scripts } = JSON.parse(packageJson) as { packageManager: string; scripts: Record<string, string> };
  return Object.entries(scripts).flatMap(([name, command]) =>
    [...command.matchAll(/pnpm@[\d.]+/g)]
      .filter(([version]) => version !== packageManager)
      .map(([version]) => `the script ${name} runs ${version}, not ${packageManager}`),
  );
}
