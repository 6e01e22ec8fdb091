import { z } from "zod";
import { pluginPathSchema } from "./field-schemas.ts";
import type { WasmArgs, WasmRun } from "./manifest.ts";

/** What the system's own argument and environment lists cannot hold. */
const NUL = "\0";

const word = z.string().max(4096).refine((text) => !text.includes(NUL), "must not hold a NUL");
const words = z.array(word).max(256);
const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, "must be a name of letters, digits and _");

const argsSchema: z.ZodType<WasmArgs> = z
  .union([words, z.record(z.string().max(64), words)], "must be a list of words, or one for each tool")
  .meta({ description: "Arguments of a command after its name: one list, or one for each tool. `{key}` stands for the call's argument of that name." });

/** The shape of `run` for a module or a component. */
export const wasmRunSchema: z.ZodType<WasmRun> = z.strictObject({
  wasm: pluginPathSchema,
  abi: z.enum(["preview1", "component"]).default("preview1"),
  args: argsSchema.exactOptional(),
  env: z.record(variable, word).meta({ description: "Environment variables; there are no others." }).exactOptional(),
  instances: z.enum(["shared", "per-call"]).meta({ description: "`per-call`: each call gets an instance as it was after its initialisation." }).exactOptional(),
});
