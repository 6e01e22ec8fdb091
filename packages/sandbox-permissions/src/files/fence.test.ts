import { describe, expect, it } from "vitest";
import { holdsGitConfiguration, isFenced } from "./fence.ts";

describe("fences", () => {
  it.each([[[".GIT", "config"], ".git"], [["straße", "x"], "strasse"], [["a", "Private"], "private"], [["ca\u0301fe"], "cáfe"], [["caf\u00e9"], "cafe\u0301"], [[".g\u200cit"], ".git"], [["private."], "private"]])(
    "%j is behind %s",
    (components, fence) => expect(isFenced(components, [fence])).toBe(true),
  );
  it("holds a fence with slashes at its place alone", () => {
    expect(isFenced(["projects", "Secret", "x"], ["projects/secret"])).toBe(true);
    expect(isFenced(["x", "projects", "secret"], ["projects/secret"])).toBe(false);
    expect(isFenced(["projects"], ["projects/secret"])).toBe(false);
    expect(isFenced(["Data", "x"], ["/data"])).toBe(true);
    expect(isFenced(["src", "data"], ["/data"])).toBe(false);
  });
  it("lets others through", () => {
    expect(isFenced(["src", "privates"], ["private"])).toBe(false);
    expect(isFenced([], ["private"])).toBe(false);
    expect(isFenced(["a"], [""])).toBe(false);
  });
});

describe("git's configuration", () => {
  it.each([[".git", "config"], ["sub", ".GIT", "hooks", "x"], [".git"], [".GitModules"], ["a", ".gitattributes"], ["GIT~1", "config"]])("%s/%s", (...components) => {
    expect(holdsGitConfiguration(components.filter((part) => part !== undefined))).toBe(true);
  });
  it("leaves ordinary names", () => {
    for (const name of [".gitignore", ".github", "git", "my.git"]) expect(holdsGitConfiguration([name])).toBe(false);
  });
});
