import { readFileSync } from "node:fs";
import { callMethods, guestMethods } from "@ambit/api-types";
import { expect, test } from "vitest";
import { componentCalls, pluginWit } from "../../scripts/write-wit.ts";
import { componentCalls as table } from "../generated/component-calls.ts";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");

test("the WIT package and the table of the component host are those of the call table", () => {
  expect(read("../../wit/ambit-plugin.wit")).toBe(pluginWit());
  expect(read("../generated/component-calls.ts")).toBe(componentCalls());
});

test("every call has a function, and every message to a guest one that takes it", () => {
  expect(table.map(({ method }) => method)).toEqual(callMethods);
  for (const method of [...callMethods, ...Object.keys(guestMethods)]) expect(pluginWit()).toContain(`/// \`${method}\`:`);
});
