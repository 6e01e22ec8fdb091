import { fixtureBytes } from "../fixture-bytes.ts";
import { mutateMessage } from "./mutate-message.ts";
import { mutateModule } from "./mutate-module.ts";
import { RandomSource } from "./random-source.ts";

/** Modules whose bytes are mutated: commands, reactors, some that open and change files, some that wait for calls. */
const modules: readonly (readonly [string, string])[] = [
  ["hello", "command"], ["files", "command"], ["escape-names", "reactor"], ["begin-calls", "command"], ["begin-calls", "reactor"], ["deep-open", "command"],
  ["raw-calls", "command"], ["greedy", "command"], ["read-only", "reactor"], ["escape-write", "command"],
];

/** Components of which the core modules are mutated. */
export const fuzzedComponents: readonly string[] = ["hello", "files", "plugin-component", "greedy"];

/** What is mutated: a module, a component's core modules once it is translated, or what a guest says to its host. */
export type FuzzKind = "module" | "component" | "message";

/** Of what kind the input of a seed is. */
export function fuzzKind(seed: number): FuzzKind {
  const chance = new RandomSource(seed).below(20);
  return chance < 3 ? "message" : chance < 5 ? "component" : "module";
}

/** Where the numbers of one seed come from, once its kind is known. */
export function fuzzSource(seed: number): RandomSource {
  return new RandomSource(seed ^ 0x5bd1_e995);
}

/** A module with one to three faults. */
export function fuzzedModule(random: RandomSource): Uint8Array<ArrayBuffer> {
  return new Uint8Array(mutateModule(fixtureBytes(...random.pick(modules)), fixtureBytes(...random.pick(modules)), random));
}

/** What a guest says to its host under a seed of kind `message`. */
export function fuzzedMessage(seed: number): Uint8Array {
  return mutateMessage(fuzzSource(seed));
}
