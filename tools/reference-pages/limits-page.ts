import type { LimitDefinition } from "@ambit/api-types";

/** The page of the limits that a manifest can set. */
export function limitsPage(table: Readonly<Record<string, LimitDefinition>>): string {
  const rows = Object.entries(table).map(
    ([name, limit]) =>
      `| \`${name}\` | ${limit.summary} | ${number(limit.default)} | ${number(limit.ceiling)} | ${limit.unit} | ${limit.pastCeiling} | ${limit.atRunTime} |`,
  );
  return [
    "# The limits",
    "",
    "A manifest sets them under `limits`. An integrator can move the ceilings in the host's configuration. Past a limit at run",
    "time the call ends with [`LIMIT_EXCEEDED`](../errors/LIMIT_EXCEEDED.md), which names the limit.",
    "",
    "| limit | what it bounds | default | ceiling | unit | past the ceiling | past it at run time |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}
