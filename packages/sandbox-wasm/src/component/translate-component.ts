import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { AmbitError } from "@ambit/api-types";
import type { Translation, TranslationReply } from "./translate-worker.ts";

/** How long the translation of one component may take, and how much memory: a large one takes some seconds. */
const MOST_SECONDS = 120;
const HEAP_MB = 1024;

/** Absolute path of the worker's module: a source file where the package is run from its sources, a built file elsewhere. */
const workerPath: string = createRequire(import.meta.url).resolve("@ambit/sandbox-wasm/translate-worker");

/**
 * Translates a component to core modules and JavaScript that joins them, in a worker of its own.
 *
 * @throws AmbitError `BACKEND_UNAVAILABLE` where the translator is not installed; `SAND_WASM_NOT_A_MODULE` where it refuses the
 * component or takes too long over it.
 */
export async function translateComponent(bytes: Uint8Array): Promise<Translation> {
  const reply = await translateInWorker(bytes);
  if ("done" in reply) return reply.done;
  if ("missing" in reply) throw new AmbitError("BACKEND_UNAVAILABLE", "Components need the packages @bytecodealliance/jco-transpile and @bytecodealliance/preview2-shim beside @ambit/sandbox-wasm.");
  throw new AmbitError("SAND_WASM_NOT_A_MODULE", `The file begins like a component, but cannot be translated: ${reply.failed}`);
}

function translateInWorker(bytes: Uint8Array): Promise<TranslationReply> {
  const execArgv = workerPath.endsWith(".ts") ? ["--conditions=@ambit/source"] : [];
  const worker = new Worker(workerPath, { workerData: bytes, env: {}, argv: [], execArgv, stdout: true, stderr: true, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  return new Promise<TranslationReply>((resolve) => {
    const timer = setTimeout(() => resolve({ failed: `it took longer than ${MOST_SECONDS} s` }), MOST_SECONDS * 1000);
    const settle = (reply: TranslationReply): void => {
      clearTimeout(timer);
      resolve(reply);
    };
    worker.once("message", settle);
    worker.once("error", () => settle({ failed: "the translator stopped over it" }));
    worker.once("exit", () => settle({ failed: "the translator stopped over it" }));
  }).finally(() => worker.terminate());
}
