import type { CommandProfile } from "./command-profile.ts";
import { gitProfile } from "./git-profile.ts";

const profiles: ReadonlyMap<string, CommandProfile> = new Map([["git", gitProfile]]);

/** The profile of a program; undefined for most, whose lines are compared word for word. */
export function profileOf(program: string): CommandProfile | undefined {
  return profiles.get(program);
}
