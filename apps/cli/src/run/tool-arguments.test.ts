import type { ToolDeclaration } from "@ambit/api-types";
import { describe, expect, it } from "vitest";
import { readToolArguments } from "./tool-arguments.ts";

const tool: ToolDeclaration = {
  name: "find",
  description: "Finds",
  params: { type: "object", properties: { text: { type: "string" }, most: { type: "integer" }, deep: { type: "boolean" }, tags: { type: "array" } } },
};

describe("readToolArguments", () => {
  it("reads each word by the type that the tool declares", () => {
    expect(readToolArguments(tool, ["--text", "12", "--most=3", "--deep", "--tags", '["a"]'])).toEqual({ text: "12", most: 3, deep: true, tags: ["a"] });
  });

  it("takes the arguments whole", () => {
    expect(readToolArguments(tool, ["--args", '{"text":"x"}'])).toEqual({ text: "x" });
  });

  it.each([
    [["--colour", "red"], "no parameter \"colour\""],
    [["--most", "many"], "is no integer"],
    [["--text"], "needs a value"],
    [["text"], "is no option"],
    [["--args", "[1]"], "needs a JSON object"],
    [["--__proto__", "1"], "no parameter"],
  ])("refuses %j and says why", (words, reason) => {
    expect(() => readToolArguments(tool, words)).toThrow(reason);
  });
});
