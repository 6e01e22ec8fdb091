import { AmbitError, type HostStore, type JsonValue, sandboxLimitsSchema } from "@ambit/api-types";
import { z } from "zod";
import type { EnvironmentTerms } from "./sandbox-service.ts";

/** What is kept of an environment. */
export interface EnvironmentRecord {
  readonly terms: EnvironmentTerms;
  readonly fileSystem: string;
  /** Absent between the loss of one and the making of the next. */
  readonly instance?: string;
  readonly lost: boolean;
}

const recordSchema: z.ZodType<EnvironmentRecord> = z.strictObject({
  terms: z.strictObject({ limits: sandboxLimitsSchema, image: z.string().exactOptional() }),
  fileSystem: z.string(),
  instance: z.string().exactOptional(),
  lost: z.boolean(),
});

/** No plugin can have this id. */
const SCOPE = { pluginId: "#sandboxes" } as const;
const QUOTA = Number.MAX_SAFE_INTEGER;
const ENVIRONMENT = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** What a host knows of its environments, in its store. */
export class EnvironmentBook {
  readonly #store: Pick<HostStore, "kv">;

  constructor(store: Pick<HostStore, "kv">) {
    this.#store = store;
  }

  /** @throws AmbitError `STORE_FAILED` for a record that cannot be read: to take it for none would make a new, empty environment. */
  async read(environment: string): Promise<EnvironmentRecord | undefined> {
    checkEnvironment(environment);
    const value = await this.#store.kv.get(SCOPE, environment);
    if (value === undefined) return undefined;
    const read = recordSchema.safeParse(value);
    if (!read.success) throw new AmbitError("STORE_FAILED", `What is stored of the environment ${environment} cannot be read.`, { cause: read.error });
    return read.data;
  }

  async write(environment: string, record: EnvironmentRecord): Promise<void> {
    await this.#store.kv.set(SCOPE, environment, record as unknown as JsonValue, QUOTA);
  }

  async forget(environment: string): Promise<void> {
    await this.#store.kv.delete(SCOPE, environment);
  }
}

/** @throws AmbitError `INVALID_PARAMS`. */
export function checkEnvironment(environment: string): void {
  if (!ENVIRONMENT.test(environment)) throw new AmbitError("INVALID_PARAMS", "environment: must be 1 to 64 of a-z, 0-9 and -, starting with a letter or digit.");
}

/** Names under which a provider has the parts of an environment. */
export function partNames(environment: string): { readonly fileSystem: string; readonly instance: string } {
  return { fileSystem: `ambit-env-${environment}`, instance: `ambit-run-${environment}` };
}
