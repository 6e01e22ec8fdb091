import { readFileSync } from "node:fs";
import { AmbitError } from "@ambit/api-types";
import type { CapabilityTerms } from "@ambit/sandbox-permissions";
import { z } from "zod";

/** What an application says of its capabilities, as JSON: their ids, and what a manifest is checked by. */
const capabilitiesSchema = z.array(
  z.object({
    id: z.string(),
    deprecatedIds: z.array(z.string()).exactOptional(),
    implies: z.array(z.string()).exactOptional(),
    opensNetwork: z.array(z.string()).exactOptional(),
    hooks: z.array(z.string()).exactOptional(),
  }),
);

/**
 * Reads the capabilities of an application from a JSON file: a list of `{ "id", "deprecatedIds"?, "implies"?, "opensNetwork"?, "hooks"? }`.
 *
 * @throws AmbitError `HOST_CONFIG_INVALID` naming what is wrong.
 */
export function readCapabilities(file: string): Readonly<Record<string, CapabilityTerms>> {
  const read = capabilitiesSchema.safeParse(jsonOf(file));
  if (read.success) return Object.fromEntries(read.data.map(({ id, ...terms }) => [id, terms]));
  const [issue] = read.error.issues;
  throw new AmbitError("HOST_CONFIG_INVALID", `--capabilities ${file}: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "invalid"}.`);
}

function jsonOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new AmbitError("HOST_CONFIG_INVALID", `--capabilities ${file}: It is no JSON file that can be read.`, { cause });
  }
}
