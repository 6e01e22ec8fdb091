import type { ManifestPath } from "./manifest-issue.ts";

/** What is read of an issue that a schema reported; the rest of it is the schema library's own. */
export interface SchemaIssue {
  readonly code?: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly expected?: string;
  readonly keys?: readonly string[];
  readonly values?: readonly unknown[];
  readonly origin?: string;
  readonly maximum?: number | bigint;
  /** Of a union: the issues of each of its forms. */
  readonly errors?: readonly (readonly SchemaIssue[])[];
  /** Of a record's key. */
  readonly issues?: readonly SchemaIssue[];
}

/** An issue in plain words at a place. */
export interface PlainIssue {
  readonly path: ManifestPath;
  readonly message: string;
  /** At the key of the last part of the path. */
  readonly atKey: boolean;
}

/** Turns the issues of a schema into plain ones: one for each fault, and of a union's forms only the one that was meant. */
export function plainIssues(issues: readonly SchemaIssue[], base: ManifestPath = []): readonly PlainIssue[] {
  return issues.flatMap((issue) => {
    const path = [...base, ...issue.path.map((part) => (typeof part === "number" ? part : String(part)))];
    if (issue.code === "unrecognized_keys") return (issue.keys ?? []).map((key) => ({ path: [...path, key], message: "is not known here", atKey: true }));
    if (issue.code === "invalid_union") return unionIssues(issue, path);
    if (issue.code === "invalid_key") return [{ path, message: issue.issues?.[0]?.message ?? issue.message, atKey: true }];
    return [{ path, message: plainMessage(issue), atKey: false }];
  });
}

function unionIssues(union: SchemaIssue, path: ManifestPath): readonly PlainIssue[] {
  const forms = union.errors ?? [];
  const meant = forms.toSorted((a, b) => formDistance(a) - formDistance(b))[0] ?? [];
  const custom = union.message === "Invalid input" ? undefined : union.message;
  if (custom !== undefined && formDistance(meant) >= OTHER_KEYS) return [{ path, message: custom, atKey: false }];
  if (formDistance(meant) < OTHER_TYPE) return plainIssues(meant, path);
  const types = forms.map((issues) => typeWord(issues[0]?.expected));
  return [{ path, message: `must be ${types.join(" or ")}`, atKey: false }];
}

const OTHER_TYPE = 1000;
const OTHER_KEYS = 100;

/** How far a value is from one form of a union: another type altogether, other keys, or faults within. */
function formDistance(issues: readonly SchemaIssue[]): number {
  return issues.reduce((sum, issue) => sum + (issue.code === "invalid_type" && issue.path.length === 0 ? OTHER_TYPE : isAboutKeys(issue) ? OTHER_KEYS : 1), 0);
}

function isAboutKeys(issue: SchemaIssue): boolean {
  return issue.code === "unrecognized_keys" || isMissing(issue);
}

function isMissing(issue: SchemaIssue): boolean {
  return issue.code === "invalid_type" && issue.message.endsWith("received undefined");
}

function plainMessage(issue: SchemaIssue): string {
  if (isMissing(issue)) return "is missing";
  if (issue.code === "invalid_type" && issue.message.startsWith("Invalid input")) return `must be ${typeWord(issue.expected)}`;
  if (issue.code === "invalid_value" && issue.message.startsWith("Invalid option")) return `must be one of ${(issue.values ?? []).map((value) => JSON.stringify(value)).join(", ")}`;
  if (issue.code === "too_big" && issue.message.startsWith("Too big")) return `must have at most ${String(issue.maximum)} ${issue.origin === "string" ? "characters" : "entries"}`;
  if (issue.code === "too_small" && issue.message.startsWith("Too small")) return "must not be empty";
  return issue.message;
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: "a text",
  object: "an object",
  record: "an object",
  array: "a list",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
};

function typeWord(expected: string | undefined): string {
  const name = expected ?? "";
  return Object.hasOwn(TYPE_WORDS, name) ? (TYPE_WORDS[name] ?? name) : "another value";
}
