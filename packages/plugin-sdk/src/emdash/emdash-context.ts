import type { PluginContext } from "../context/plugin-context.ts";
import { applicationAccess } from "./application-access.ts";
import type { EmdashContext, EmdashFunction, EmdashSiteInfo } from "./emdash-types.ts";
import { httpAccess } from "./http-access.ts";
import { kvAccess } from "./kv-access.ts";
import { logAccess } from "./log-access.ts";
import { siteInfo, siteUrl } from "./site-access.ts";
import { storageAccess } from "./storage-access.ts";

/** The namespaces that are there only where the application offers a call of them. */
const NAMESPACES = ["content", "taxonomies", "media", "users", "email", "cron"] as const;

/** Makes EmDash's `ctx` of Ambit's, for the handlers of one plugin. The site is asked about once. */
export function emdashContexts(): (ctx: PluginContext) => Promise<EmdashContext> {
  let asked: Promise<EmdashSiteInfo> | undefined;
  return async (ctx) => {
    asked ??= siteInfo(ctx);
    // Asked again next time, where it failed.
    const site = await asked.catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
    return emdashContext(ctx, site);
  };
}

function emdashContext(ctx: PluginContext, site: EmdashSiteInfo): EmdashContext {
  const http = httpAccess(ctx);
  return {
    plugin: ctx.plugin,
    kv: kvAccess(ctx),
    storage: storageAccess(ctx),
    log: logAccess(ctx),
    site,
    url: siteUrl(site),
    ...(http !== undefined && { http }),
    ...offeredNamespaces(ctx),
  };
}

function offeredNamespaces(ctx: PluginContext): Partial<Record<(typeof NAMESPACES)[number], Readonly<Record<string, EmdashFunction>>>> {
  return Object.fromEntries(NAMESPACES.flatMap((name) => {
    const access = applicationAccess(ctx, name);
    return access === undefined ? [] : [[name, access]];
  }));
}
