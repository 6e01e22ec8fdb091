import type { PluginContext } from "../context/plugin-context.ts";
import { isHostError } from "../error/host-error.ts";
import type { EmdashContext } from "./emdash-types.ts";

/** `ctx.http` over the sandbox's `fetch`, which asks the judge for each hop; absent without a granted host. */
export function httpAccess({ net }: PluginContext): EmdashContext["http"] {
  if (net?.fetch === undefined) return undefined;
  return {
    fetch: async (url, init) => {
      try {
        return await fetch(url, init as RequestInit | undefined);
      } catch (error) {
        // In EmDash's words, which plugins look for.
        if (isHostError(error, "PERMISSION_DENIED")) throw new Error(`Host not allowed: ${hostOf(url)}`, { cause: error });
        throw error;
      }
    },
  };
}

/** The host of an address that `fetch` has taken for one already. */
function hostOf(url: unknown): string {
  return new URL(String(url)).hostname;
}
