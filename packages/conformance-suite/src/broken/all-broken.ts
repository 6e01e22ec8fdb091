import type { BrokenBackend } from "./broken-backend.ts";
import { brokenBounds } from "./broken-bounds.ts";
import { brokenCalls } from "./broken-calls.ts";
import { brokenEngines } from "./broken-engines.ts";
import { brokenLives } from "./broken-lives.ts";
import { brokenWalls } from "./broken-walls.ts";

/** Every known way to break the contract. */
export const brokenBackends: readonly BrokenBackend[] = [...brokenLives, ...brokenCalls, ...brokenBounds, ...brokenWalls, ...brokenEngines];
