import type { CommandProfile } from "./command-profile.ts";
import { gitProfile } from "./git-profile.ts";
import { githubProfile } from "./github-profile.ts";
import { npmProfile } from "./npm-profile.ts";
import { ripgrepProfile } from "./ripgrep-profile.ts";

const profiles: ReadonlyMap<string, CommandProfile> = new Map([["git", gitProfile], ["gh", githubProfile], ["rg", ripgrepProfile], ["npm", npmProfile]]);

/** The profile of a program; undefined for most, whose lines are compared word for word. */
export function profileOf(program: string): CommandProfile | undefined {
  return profiles.get(program);
}
