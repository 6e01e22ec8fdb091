import { AmbitError, type ErrorCode, type JsonObject, type JsonValue, type ScriptAnswer, type ToolAccess, type ToolDeclaration } from "@ambit/api-types";
import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { Confiner } from "../confine/confiner.ts";
import { type ConfinedOutcome, type RunTerms, runConfined } from "../confine/run-confined.ts";
import { fillTitle } from "./fill-title.ts";
import { isJsonObject } from "./is-json-object.ts";
import { readResult } from "./read-result.ts";
import type { ScriptCall, ScriptPlugin } from "./script-plugin.ts";
import { CUT, failureOf, scriptFailure, STOPPED } from "./script-failure.ts";
import { scriptSpec } from "./script-spec.ts";
import type { RuntimePlugin, ScriptLanguage } from "./script-runtime.ts";
import { type FileChange, type WorkspaceSnapshot, compareSnapshots, takeSnapshot } from "./workspace-snapshot.ts";

/** What a script tool gives. Failures are results too: whoever called it reads the words. */
export interface ScriptResult {
  readonly text: string;
  readonly failed: boolean;
  /** Why it failed; absent for success. */
  readonly failure?: NonNullable<ScriptAnswer["failure"]>;
  readonly changes: readonly FileChange[];
}

/** One tool that a script of a plugin handles. */
export class ScriptTool {
  /** The name it goes by; the declared one, unless that was taken. */
  readonly name: string;
  readonly declaration: ToolDeclaration;
  readonly plugin: ScriptPlugin;
  readonly #script: string;
  readonly #language: ScriptLanguage;
  readonly #confiner: Confiner;

  constructor(name: string, plugin: ScriptPlugin, declaration: ToolDeclaration & { readonly script: string }, language: ScriptLanguage, confiner: Confiner) {
    this.name = name;
    this.plugin = plugin;
    this.declaration = declaration;
    this.#script = declaration.script;
    this.#language = language;
    this.#confiner = confiner;
  }

  /** What it does to the world; `execute`, the strictest, where it does not say. */
  get access(): ToolAccess {
    return this.declaration.access ?? "execute";
  }

  /** Whether the person is asked at every call. */
  get alwaysAsk(): boolean {
    return this.declaration.confirm ?? false;
  }

  /** Title of one call. */
  title(args: JsonValue): string {
    const { title, name } = this.declaration;
    return title === undefined ? `Used ${this.plugin.name}: ${name}` : fillTitle(title, objectOf(args));
  }

  /** Runs the script once. Never rejects: what goes wrong is in the result's words. */
  async run(args: JsonValue, call: ScriptCall): Promise<ScriptResult> {
    const { name } = this.plugin;
    if (call.signal?.aborted === true) return failure(STOPPED, "CALL_CANCELLED");
    if (!isFile(join(this.plugin.bundleDir, this.#script))) return failure(`${name}: ${this.#script} is missing`);
    try {
      const runtime = await this.#language.runtimeFor(this.#runtimePlugin(), call.signal);
      const before = await takeSnapshot(call.workspace);
      const spec = scriptSpec(this.plugin, this.#script, runtime, call);
      const run = runtime.run ?? ((...order: [typeof spec, RunTerms]) => runConfined(this.#confiner, ...order));
      const outcome = await run(spec, {
        stdin: Buffer.from(JSON.stringify(objectOf(args))),
        outputBytes: this.plugin.limits.scriptOutputBytes,
      });
      return await this.#finish(outcome, call.workspace, before);
    } catch (error) {
      if (AmbitError.isInstance(error) && error.code === "CALL_CANCELLED") return failure(STOPPED, "CALL_CANCELLED");
      return failure(`${name} couldn't run: ${AmbitError.isInstance(error) ? error.message : "the host failed; its log has the details."}`, AmbitError.isInstance(error) ? error.code : "INTERNAL_ERROR");
    }
  }

  #runtimePlugin(): RuntimePlugin {
    const { bundleDir, limits, onConnection } = this.plugin;
    return { bundleDir, memoryMb: limits.memoryMb, ...(onConnection !== undefined && { onConnection }) };
  }

  async #finish(outcome: ConfinedOutcome, workspace: string, before: WorkspaceSnapshot): Promise<ScriptResult> {
    const failed = failureOf(this.plugin.name, this.plugin.limits, outcome);
    if (failed !== undefined) return { ...failed, failed: true, changes: [] };
    const { text, files } = readResult(outcome.stdout.toString(), workspace);
    const changes = compareSnapshots(before, await takeSnapshot(workspace));
    const known = new Set(changes.map(({ path }) => path));
    const listed = files.filter((path) => !known.has(path)).map((path): FileChange => ({ kind: "modified", path }));
    return { text: `${text}${outcome.truncated ? CUT : ""}` || "(no result)", failed: false, changes: [...changes, ...listed] };
  }
}

function failure(text: string, code?: ErrorCode): ScriptResult {
  return { ...scriptFailure(text, code), failed: true, changes: [] };
}

function objectOf(args: JsonValue): JsonObject {
  return isJsonObject(args) ? args : {};
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
