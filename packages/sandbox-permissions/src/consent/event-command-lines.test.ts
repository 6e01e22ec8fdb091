import { expect, test } from "vitest";
import { readManifest } from "../manifest/read-manifest.ts";
import { compilePolicy } from "../policy/compile-policy.ts";
import { sampleHost, sampleManifest } from "../testing/sample-policy.ts";
import { consentLines } from "./consent-lines.ts";

const manifest = sampleManifest({ contributes: { commands: [{ on: "ticket.column", run: "make check", reason: "Keeps the build green" }] } });

test("a shell line of an event is a red line of its own, with the very line in it", () => {
  expect(consentLines(manifest, sampleHost)).toEqual([
    {
      key: "contributes:ticket.column:make check",
      severity: "danger",
      text: 'Runs this line on your computer when "ticket.column" happens: make check',
      warning: "It runs in a shell, confined to the workspace and what else was granted",
      reason: "Keeps the build green",
    },
  ]);
});

test("one that was taken away is not in the policy", () => {
  const policy = (removed: readonly string[]) => compilePolicy({ manifest, removed, host: sampleHost });
  expect(policy([]).eventCommands).toEqual([{ event: "ticket.column", line: "make check" }]);
  expect(policy(["contributes:ticket.column:make check"]).eventCommands).toEqual([]);
});

test.each([
  ["two\nlines", "one line"],
  ["make\u202e", "bidi"],
  ["", "must not be empty"],
  [" make", "must not begin or end"],
  ["a".repeat(501), "at most 500"],
])("what a person could misread is refused: %j", (run, words) => {
  const read = readManifest(JSON.stringify({ id: "sample", version: "1.0.0", publisher: "Example", api: 1, run: { js: "run.js" }, contributes: { commands: [{ on: "saved", run }] } }));
  expect(read.ok ? [] : read.issues).toEqual([expect.objectContaining({ path: "contributes.commands[0].run", message: expect.stringContaining(words) as string })]);
});
