import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { providerCases } from "./all-provider-cases.ts";
import { brokenProviders } from "./broken/all-broken-providers.ts";
import { contractSentences } from "./contract-sentences.ts";

const source = readFileSync(new URL("../../../api-types/src/sandbox-provider/sandbox-provider.ts", import.meta.url), "utf8");
const start = source.indexOf("/**", source.lastIndexOf("}\n", source.indexOf("export interface SandboxProvider ")));

/** Text of a doc comment in one line. */
function text(comment: string): string {
  return comment.replaceAll(/^\s*(\/\*\*|\*\/|\*)\s?/gm, "").replaceAll("*/", "").replaceAll(/\s+/g, " ").trim();
}

/** Doc comments of the interface and its members, by name. */
const docs = Object.fromEntries([...source.slice(start).matchAll(/(\/\*\*[\s\S]*?\*\/)\s*(?:export interface |readonly )?(\w+)/g)].map(([, comment = "", name = ""]) => [name, text(comment)]));

test("every sentence of the contract stands in the table, as it is", () => {
  expect(Object.fromEntries(Object.entries(contractSentences).map(([name, sentences]) => [name, sentences.map(({ says }) => says).join(" ")]))).toEqual(docs);
});

const sentences = Object.values(contractSentences).flat();

test("what a sentence promises is tried by cases that there are, and broken by providers that those cases catch", () => {
  const names = new Set(providerCases.map(({ name }) => name));
  const faults = new Map(brokenProviders.map(({ fault, caughtBy }) => [fault, caughtBy]));
  for (const { says, cases, broken } of sentences) {
    expect(cases.filter((name) => !names.has(name)), says).toEqual([]);
    expect(broken.filter((fault) => !cases.includes(faults.get(fault) ?? "")), says).toEqual([]);
    expect(broken.length > 0, says).toBe(cases.length > 0);
  }
});

test("every broken provider breaks a sentence", () => {
  const told = new Set(sentences.flatMap(({ broken }) => broken));
  expect(brokenProviders.map(({ fault }) => fault).filter((fault) => !told.has(fault))).toEqual([]);
});
