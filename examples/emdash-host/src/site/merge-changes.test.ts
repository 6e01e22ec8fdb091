import { expect, test } from "vitest";
import { mergeChanges } from "./merge-changes.ts";

const sent = { title: " a ", tags: ["x"], draft: true };

test.each([
  ["nothing", [], sent],
  ["what is no object", [null, "x", [1]], sent],
  ["one that gives back what it got takes nothing from another", [{ ...sent, title: "a" }, sent], { ...sent, title: "a" }],
  ["changes of different fields come together", [{ ...sent, title: "a" }, { ...sent, tags: [] }], { title: "a", tags: [], draft: true }],
  ["of one field the later counts", [{ ...sent, title: "a" }, { ...sent, title: "b" }], { ...sent, title: "b" }],
  ["fields come and go", [{ title: " a ", tags: ["x"], slug: "a" }], { title: " a ", tags: ["x"], slug: "a" }],
])("%s", (_what, values, merged) => expect(mergeChanges(sent, values)).toEqual(merged));
