import { join } from "node:path";
import { expect, test } from "vitest";
import { folderWith } from "../testing/ambit-program.ts";
import { readCapabilities } from "./capability-terms.ts";

test("a list of capabilities becomes terms by their ids; what a manifest is not checked by is left out", () => {
  const folder = folderWith({ "a.json": JSON.stringify([{ id: "content:read", label: "Reads", deprecatedIds: ["read:content"] }, { id: "content:write", implies: ["content:read"] }]) });
  expect(readCapabilities(join(folder, "a.json"))).toEqual({ "content:read": { deprecatedIds: ["read:content"] }, "content:write": { implies: ["content:read"] } });
});

test.each([["{"], ["{}"], ['[{ "label": "x" }]'], ['[{ "id": "a", "implies": "b" }]']])("%s is refused, and named", (text) => {
  const folder = folderWith({ "a.json": text });
  expect(() => readCapabilities(join(folder, "a.json"))).toThrow(expect.objectContaining({ code: "HOST_CONFIG_INVALID", message: expect.stringContaining("a.json") }));
  expect(() => readCapabilities(join(folder, "nowhere.json"))).toThrow("nowhere.json");
});
