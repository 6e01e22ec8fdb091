import type { Decision, JsonObject, JudgeFacts, PermissionPolicy } from "@ambit/api-types";
import { isFenced } from "../files/fence.ts";
import { judgePathText } from "../files/path-text.ts";
import { matchFileRule } from "../files/match-file-rule.ts";
import { nameTarget } from "../judge/journal-target.ts";
import { denied, malformed, type Refusal } from "../judge/refusal.ts";
import { judgeEnvironment } from "./command-environment.ts";
import { matchCommand } from "./match-command.ts";
import { findSubcommand } from "./profiles/command-profile.ts";
import { profileOf } from "./profiles/profile-of.ts";

/** Most words of one command, and most characters of them together. */
const WORDS = 256;
const CHARACTERS = 65_536;

/** Where a command runs: below a root, or in a fresh empty folder where absent. */
type Place = { readonly root: string; readonly components: readonly string[] };

/** Judges a command: its words, its variables and its working directory. */
export function judgeCommand(policy: PermissionPolicy, params: JsonObject, facts: JudgeFacts): Decision {
  const { argv, env, dir } = params;
  if (!isWords(argv)) return malformed("", "A command is a list of words that begins with a program's name.");
  const [program = "", ...args] = argv;
  const target = nameTarget(program);
  const refusal = judgeWords(target, argv) ?? judgeLine(policy, target, argv) ?? variablesRefusal(target, env);
  if (refusal !== undefined) return refusal;
  const place = dir === undefined ? undefined : judgeFolder(policy, target, dir, facts);
  if (place !== undefined && "allowed" in place) return place;
  const profile = profileOf(program);
  const named = profile && findSubcommand(profile, args);
  const { length = 0 } = named ?? {};
  return {
    allowed: true,
    target,
    grant: {
      kind: "command",
      program,
      args: [...(profile?.hardening ?? []), ...args.slice(0, length), ...(named?.profile.hardening ?? []), ...args.slice(length)],
      environment: { ...(env as Record<string, string> | undefined), ...profile?.environment },
      ...(place !== undefined && { folder: place }),
      ...(named !== undefined && profile?.needsOthers === false && { alone: true as const }),
    },
  };
}

function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === "string");
}

function judgeWords(target: string, words: readonly string[]): Refusal | undefined {
  if (words.length > WORDS || words.reduce((sum, word) => sum + word.length, 0) > CHARACTERS) return malformed(target, `A command has at most ${WORDS} words and ${CHARACTERS} characters.`);
  if (words.some((word) => word.includes("\0") || !word.isWellFormed())) return malformed(target, "A command's words must be well-formed text without NUL.");
  if (words.some((word) => /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u.test(word))) return denied(target, "A command's words must not hold control or bidi characters.");
  return undefined;
}

function judgeLine(policy: PermissionPolicy, target: string, words: readonly string[]): Refusal | undefined {
  const match = matchCommand(policy.commands, words);
  if (match.matches) return undefined;
  if (match.fault !== undefined) return denied(target, `The command ${match.fault}: declare the whole line in permissions.commands.`);
  return denied(target, "This command is not among those the plugin was granted, word for word: declare it in permissions.commands.");
}

function variablesRefusal(target: string, env: unknown): Refusal | undefined {
  if (env === undefined) return undefined;
  if (typeof env !== "object" || env === null || Array.isArray(env)) return malformed(target, "A command's variables are names with texts.");
  return judgeEnvironment(target, env as Record<string, unknown>);
}

/**
 * A root that the integrator registered for commands, and that the plugin cannot write: what it writes there would be
 * configuration of the program.
 */
function judgeFolder(policy: PermissionPolicy, target: string, dir: unknown, facts: JudgeFacts): Place | Refusal {
  if (typeof dir !== "string") return malformed(target, "A command's folder is a root, or a path below one.");
  const read = judgePathText(dir, facts.platform);
  if (!read.ok) return read.malformed ? malformed(target, read.reason) : denied(target, read.reason);
  const [root = "", ...components] = read.components;
  if (!(facts.commandRoots?.() ?? []).includes(root)) return denied(target, "Commands run only in roots that the application registered for them.");
  if (matchFileRule(policy.files, root, components, "read") === undefined) return denied(target, "The folder is in no root that the plugin was granted: declare it in permissions.files.");
  if (policy.files.some((rule) => rule.root === root && rule.access === "write")) return denied(target, "A command does not run in a root that the plugin can write.");
  if (isFenced(components, facts.fenced(root))) return denied(target, "The folder is in a part of its root that is fenced off.");
  return { root, components };
}
