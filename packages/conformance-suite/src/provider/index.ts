export { runSandboxProviderConformance, runProviderCase, type ProviderConformanceOptions } from "./run-provider-conformance.ts";
export { providerCases } from "./all-provider-cases.ts";
export type { ProviderCase, ProviderGroup } from "./provider-case.ts";
export type { GroundNetwork, MakeGround, ProviderGround } from "./provider-ground.ts";
export type { CommandChanges, ProviderStage } from "./provider-stage.ts";
export { GROUND_HOST, GroundServer, type JudgeAnswer, type JudgedRequest } from "./ground-server.ts";
