/**
 * Translates one component and ends: run in a worker, since the translator is a large program over a stranger's bytes.
 *
 * @packageDocumentation
 */

import { parentPort, workerData } from "node:worker_threads";

/** What the translator says of a component. */
export interface Translation {
  readonly files: readonly (readonly [string, Uint8Array])[];
  readonly imports: readonly string[];
  readonly exports: readonly (readonly [string, string])[];
}

/** What the worker answers. */
export type TranslationReply = { readonly done: Translation } | { readonly failed: string } | { readonly missing: true };

/** The translator's own interface, as far as it is used here. */
interface Translator {
  readonly $init: Promise<void>;
  generate(component: Uint8Array, options: object): { readonly files: [string, Uint8Array][]; readonly imports: string[]; readonly exports: [string, string][] };
}

async function translate(bytes: Uint8Array): Promise<TranslationReply> {
  const name = "@bytecodealliance/jco-transpile/component";
  let translator: Translator;
  try {
    // Named by a variable: an optional peer, which type checks and bundlers must not look for.
    translator = (await import(name)) as Translator;
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

parentPort?.postMessage(await translate(workerData as Uint8Array));
