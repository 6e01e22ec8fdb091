import { z } from "zod";
import { type JsonValue, jsonValueSchema } from "../json/json-value.ts";
import type { GuestMethod } from "./guest-method.ts";

/** A request that an application hands to a route. */
export interface RouteRequest {
  /** HTTP method, upper case. */
  readonly method: string;
  /** What follows the route's name, without a leading slash; empty where nothing does. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Those that the application hands on, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, parsed; null where there is none. */
  readonly body: JsonValue;
}

/** Parameters of `route/call`. */
export interface RouteCallParams extends RouteRequest {
  readonly route: string;
  /** The application does not know who asks. */
  readonly anonymous: boolean;
}

const texts = z.record(z.string().max(256), z.string().max(65_536));

/** The shape of {@link RouteRequest}. */
export const routeRequestSchema: z.ZodType<RouteRequest> = z.strictObject({
  method: z.string().regex(/^[A-Z]{1,16}$/, "must be an HTTP method in upper case"),
  path: z.string().max(4096),
  query: texts,
  headers: texts,
  body: jsonValueSchema,
});

/** `route/call` */
export const routeCall: GuestMethod<RouteCallParams> = {
  method: "route/call",
  summary: "Hands a request to a declared route; the answer is the body of the application's response.",
  kind: "request",
  params: z.strictObject({ route: z.string(), anonymous: z.boolean(), method: z.string(), path: z.string(), query: texts, headers: texts, body: jsonValueSchema }),
};
