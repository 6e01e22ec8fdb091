import type { ErrorDefinition } from "@ambit/api-types";

const headings = ["## What it means", "## Who sees it", "## What to do"];

/** What is wrong with the page of one error code, measured by its registry entry: one sentence each. */
export function errorPageProblems(code: string, definition: ErrorDefinition, page: string | undefined): string[] {
  if (page === undefined) return [`docs/errors/${code}.md is missing`];
  const required: [text: string, what: string][] = [
    [`# ${code}\n\n${definition.summary}\n`, "does not begin with its code and the registry's summary"],
    [`Number on the wire: \`${definition.number}\``, "does not give the registry's number"],
    [definition.remedy, "does not give the registry's remedy"],
  ];
  const problems = required.filter(([text]) => !page.includes(text)).map(([, what]) => what);
  for (const heading of headings) {
    const body = page.split(`${heading}\n`)[1]?.split("\n## ")[0]?.trim() ?? "";
    if (body.length < 40) problems.push(`says too little under "${heading}"`);
  }
  return problems.map((problem) => `docs/errors/${code}.md ${problem}`);
}

/** The index of the error pages: each code with its number and summary. */
export function errorIndex(registry: Readonly<Record<string, ErrorDefinition>>): string {
  const rows = Object.entries(registry).map(([code, { number, summary }]) => `| [\`${code}\`](${code}.md) | ${number} | ${summary} |`);
  return ["# Error codes", "", "Every failure has one of these codes, in `error.data.code` on the wire and in the journal. The list is closed.", "", "| code | number | what happened |", "| --- | --- | --- |", ...rows, ""].join("\n");
}
