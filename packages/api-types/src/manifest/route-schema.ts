import { z } from "zod";
import type { RouteDeclaration } from "./manifest.ts";

/** The name of a route: words, with slashes between them. */
export const routeNameSchema: z.ZodType<string> = z
  .string()
  .max(128)
  .regex(/^[a-zA-Z0-9][a-zA-Z0-9_-]*(\/[a-zA-Z0-9][a-zA-Z0-9_-]*)*$/, "must be a route name such as submissions or forms/list");

const routeSchema: z.ZodType<RouteDeclaration> = z.strictObject({ name: routeNameSchema, public: z.boolean().exactOptional() });

/** The shape of `routes`: at most 100. */
export const routesSchema: z.ZodType<readonly RouteDeclaration[]> = z.array(routeSchema).max(100);
