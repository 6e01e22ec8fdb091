import assert from "node:assert/strict";
import type { SandboxHandle } from "@ambit/api-types";
import { eventually, pause } from "../sandbox/within.ts";
import type { ProviderStage } from "./provider-stage.ts";

const BEATS_APART_MILLIS = 700;
const PATIENCE = 20_000;

/** A line for the shell that writes on and on into a file, so that its life can be seen from outside. */
export function beat(file: string): string {
  return `i=0; while :; do i=$((i+1)); echo $i > ${file}; sleep 0.1; done`;
}

/** Tells whether something still writes into a file of {@link beat}. */
export async function beats(stage: ProviderStage, instance: SandboxHandle, file: string): Promise<boolean> {
  const before = await stage.read(instance, file);
  await pause(BEATS_APART_MILLIS);
  return before !== (await stage.read(instance, file));
}

/** Waits until a beat has begun. */
export async function beatBegun(stage: ProviderStage, instance: SandboxHandle, file: string): Promise<void> {
  await eventually(PATIENCE, `${file} is written`, async () => ((await stage.read(instance, file)) ?? "") !== "");
}

/** Asserts that nothing writes any more. */
export async function assertStill(stage: ProviderStage, instance: SandboxHandle, file: string): Promise<void> {
  assert.equal(await beats(stage, instance, file), false, `what writes ${file} should have ended`);
}

/** Asserts that something still writes. */
export async function assertBeats(stage: ProviderStage, instance: SandboxHandle, file: string): Promise<void> {
  assert.equal(await beats(stage, instance, file), true, `what writes ${file} should go on`);
}
