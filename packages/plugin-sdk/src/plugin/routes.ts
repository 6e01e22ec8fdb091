import type { JsonValue, RouteCallParams } from "@ambit/api-types";
import type { PluginContext } from "../context/plugin-context.ts";
import { createHostError } from "../error/create-host-error.ts";
import type { HostError } from "../error/host-error.ts";

/** A request as a route's handler gets it. */
export type PluginRequest = Omit<RouteCallParams, "route">;

interface Handlers {
  route(request: PluginRequest, ctx: PluginContext): JsonValue | undefined | void | Promise<JsonValue | undefined | void>;
}

/** Answers requests to one route with the body of the response. What it throws ends the request; see {@link httpError}. */
export type RouteHandler = Handlers["route"];

/**
 * An error that ends a request in an HTTP status: `throw httpError(404, "No such form.")`.
 *
 * @param status 400 to 599.
 */
export function httpError(status: number, message: string): HostError {
  return createHostError({ code: -(32_000 + status), message, data: { code: "REFUSED", httpStatus: status } });
}
