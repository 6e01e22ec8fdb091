/**
 * Translates one component and ends: run in a worker, since the translator is a large program over a stranger's bytes.
 *
 * @packageDocumentation
 */

import { parentPort, workerData } from "node:worker_threads";
import type * as translatorModule from "@bytecodealliance/jco-transpile/component";

/** What the translator says of a component. */
export interface Translation {
  readonly files: readonly (readonly [string, Uint8Array])[];
  readonly imports: readonly string[];
  readonly exports: readonly (readonly [string, string])[];
}

/** What the worker answers. */
export type TranslationReply = { readonly done: Translation } | { readonly failed: string } | { readonly missing: true };

async function translate(bytes: Uint8Array): Promise<TranslationReply> {
  let translator: typeof translatorModule;
  try {
    translator = await import("@bytecodealliance/jco-transpile/component");
  } catch {
    return { missing: true };
  }
  await translator.$init;
  try {
    return {
      done: translator.generate(bytes, { name: "component", instantiation: { tag: "sync" }, map: [], noTypescript: true, noNodejsCompat: true, tlaCompat: false, base64Cutoff: 0, noNamespacedExports: true }),
    };
  } catch (thrown) {
    // The translator's own words name parts of the component and nothing of the host.
    return { failed: String((thrown as { readonly payload?: unknown }).payload ?? (thrown instanceof Error ? thrown.message : thrown)).slice(0, 300) };
  }
}

// Elsewhere than in its worker it does nothing.
if (parentPort !== null) parentPort.postMessage(await translate(workerData as Uint8Array));
