/**
 * What providers on other engines share with the local one: checks of arguments, the gate of an instance's network, and small parts.
 *
 * Who uses it: authors of `sandbox@2` providers.
 * What belongs here: what every provider must do alike. What does not: anything of one engine.
 *
 * @packageDocumentation
 */

export { checkExecTerms, checkLimits, checkName, checkPath, checkTags } from "./check-arguments.ts";
export { type EgressJudge, egressJudge } from "./egress/egress-judge.ts";
export { resolveName } from "./egress/resolve-name.ts";
export { checkCommandSize } from "./instance/run-command.ts";
export { KeptOutput } from "./instance/kept-output.ts";
export { MOST_FILE_BYTES, checkFileBytes } from "./instance/transfer-file.ts";
export { orAborted } from "./or-aborted.ts";
export { Turns } from "./turns.ts";
export { type GateOptions, type GateProxy, openGateProxy } from "../gate-proxy/gate-proxy.ts";
