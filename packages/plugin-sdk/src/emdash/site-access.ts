import type { JsonObject } from "@ambit/api-types";
import type { PluginContext } from "../context/plugin-context.ts";
import { isOffered } from "./application-access.ts";
import type { EmdashSiteInfo } from "./emdash-types.ts";

/** What the application says of its site, by the basic call `site/info`; without that call the site has no name and no address. */
export async function siteInfo(ctx: PluginContext): Promise<EmdashSiteInfo> {
  if (!isOffered(ctx, "site", "info")) return { name: "", url: "", locale: ctx.lang };
  const { name, url, locale, ...rest } = (await ctx.call("site/info", {})) as JsonObject;
  return { ...rest, name: String(name ?? ""), url: String(url ?? "").replace(/\/$/, ""), locale: String(locale ?? ctx.lang) };
}

/** The helper `ctx.url` of a site. */
export function siteUrl({ url }: EmdashSiteInfo): (path: string) => string {
  return (path) => {
    if (!path.startsWith("/")) throw new Error(`URL path must start with "/", got: "${path}"`);
    if (path.startsWith("//")) throw new Error(`URL path must not be protocol-relative, got: "${path}"`);
    return `${url}${path}`;
  };
}
