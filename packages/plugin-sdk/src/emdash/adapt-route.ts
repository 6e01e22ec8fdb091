import type { JsonValue } from "@ambit/api-types";
import type { PluginContext } from "../context/plugin-context.ts";
import { httpError, type PluginRequest, type RouteHandler } from "../plugin/routes.ts";
import type { EmdashContext, EmdashInputSchema, EmdashRouteConfig, EmdashRouteContext, EmdashRouteHandler } from "./emdash-types.ts";

/** Methods whose input is the body; that of the others is the query. */
const BODY_METHODS = ["POST", "PUT", "PATCH"];

/** What the routes of one plugin have in common. */
export interface RouteTerms {
  readonly contextOf: (ctx: PluginContext) => Promise<EmdashContext>;
  /** Handlers take one argument: the `ctx` with the request in it. */
  readonly isOneArgument: boolean;
}

/** A route of EmDash's as one of ours. */
export function adaptRoute(name: string, entry: EmdashRouteHandler | EmdashRouteConfig, { contextOf, isOneArgument }: RouteTerms): RouteHandler {
  const { handler, input } = routeConfig(name, entry);
  return async (request, ctx) => {
    const context = await contextOf(ctx);
    const routeContext = routeContextOf(name, request, context, validInput(input, inputOf(request)));
    try {
      const one = { ...context, ...routeContext, request: new Request(routeContext.request.url, { method: request.method, headers: { ...request.headers } }) };
      const result = isOneArgument ? await handler(one as never, context) : await handler(routeContext as never, context);
      return result as JsonValue | undefined;
    } catch (error) {
      throw statusError(error);
    }
  };
}

/** A route with its options, whichever way it is written. */
export function routeConfig(name: string, entry: EmdashRouteHandler | EmdashRouteConfig): EmdashRouteConfig {
  const config = typeof entry === "function" ? { handler: entry } : entry;
  if (typeof config?.handler !== "function") throw new Error(`The route "${name}" has no handler that is a function.`);
  return config;
}

function routeContextOf(name: string, { method, path, query, headers }: PluginRequest, { site, plugin }: EmdashContext, input: unknown): EmdashRouteContext {
  const place = [name, path].filter((part) => part !== "").join("/");
  const words = new URLSearchParams({ ...query }).toString();
  const url = `${site.url === "" ? "https://site.invalid" : site.url}/_emdash/api/plugins/${plugin.id}/${place}${words === "" ? "" : `?${words}`}`;
  return {
    input,
    request: { url, method, headers },
    requestMeta: { ip: null, userAgent: headers["user-agent"] ?? null, referer: headers["referer"] ?? null, geo: null },
  };
}

function inputOf({ method, body, query }: PluginRequest): unknown {
  if (!BODY_METHODS.includes(method)) return { ...query };
  return body === null ? undefined : body;
}

function validInput(schema: EmdashInputSchema | undefined, input: unknown): unknown {
  if (typeof schema?.safeParse !== "function") return input;
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw httpError(400, `The request is not what the route takes: ${String((parsed.error as Error | undefined)?.message ?? "invalid").slice(0, 1000)}`);
  return parsed.data;
}

/** An error with a status, whichever copy of `emdash` made it, ends the request in that status. */
function statusError(error: unknown): unknown {
  const { name, status, message } = (error ?? {}) as { readonly name?: unknown; readonly status?: unknown; readonly message?: unknown };
  const isStatus = typeof status === "number" && Number.isInteger(status) && status >= 400 && status <= 599;
  return name === "PluginRouteError" && isStatus ? httpError(status, String(message)) : error;
}
