/**
 * Confined child processes on Linux: script tools, declared commands, and the network that such a child may have.
 *
 * Who uses it: `api-host`, for the script tools and commands of plugins, and whoever wants to run a program that holds what was
 * declared and nothing else. What belongs here: starting, bounding and ending a confined child, its gate to the network, and what is
 * built on that. What does not: deciding what a plugin may do (`sandbox-permissions`), the journal (`api-host`), engines for plugin
 * code (`sandbox-wasm`, `sandbox-js`). `@ambit/sandbox-process/placement` puts those engines into confined processes.
 *
 * @packageDocumentation
 */

export { type Confiner, type ConfinerOptions, createConfiner } from "./confine/confiner.ts";
export type { Bind, ChildLimits, ConfinedChild, ConfinedExit, ConfinedSpec } from "./confine/confined-child.ts";
export { alwaysNeeded, type Layer, type LayerName, type LevelReport } from "./confine/confinement-layers.ts";
export { type ConfinedOutcome, type RunTerms, runConfined } from "./confine/run-confined.ts";
export { type ConnectJudgement, type ConnectRequest, type JudgeConnect, type ResolveName, policyConnectJudge, singleServerJudge } from "./gate-proxy/connect-judge.ts";
export { type GateOptions, type GateProxy, openGateProxy } from "./gate-proxy/gate-proxy.ts";
export type { ChildNetwork } from "./gate-proxy/child-network.ts";
export { type ScriptLanguages, type ScriptTools, loadScriptTools } from "./script-tool/load-script-tools.ts";
export type { ScriptCall, ScriptPlugin } from "./script-tool/script-plugin.ts";
export type { RuntimePlugin, ScriptLanguage, ScriptRuntime } from "./script-tool/script-runtime.ts";
export { ScriptRunner, type ScriptRunnerOptions } from "./script-tool/script-runner.ts";
export { type ScriptResult, ScriptTool } from "./script-tool/script-tool.ts";
export type { FileChange } from "./script-tool/workspace-snapshot.ts";
export { ToolNames } from "./script-tool/tool-names.ts";
export { nodeLanguage } from "./script-tool/node-language.ts";
export type { PythonHostOptions } from "./script-tool/python/open-python.ts";
export { PythonLanguage, type PythonOptions } from "./script-tool/python/python-language.ts";
export { WarmPython, type WarmOptions } from "./script-tool/python/warm-python.ts";
export { type VenvRequest, VenvStore } from "./script-tool/python/venv-store.ts";
export type { VenvOptions } from "./script-tool/python/venv-options.ts";
export { CommandRunner, type CommandRunnerOptions } from "./command/command-runner.ts";
export { programFileFault } from "./command/resolve-program.ts";
export { RunningCommand } from "./command/running-command.ts";
