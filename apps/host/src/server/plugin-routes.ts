import { Hono } from "hono";
import { type JsonObject, jsonObjectSchema } from "@ambit/api-types";
import type { Consent, PluginHost } from "@ambit/api-host";
import { z } from "zod";
import { readBody } from "./read-body.ts";

const keys = z.array(z.string().max(512)).max(5000);
const consentSchema: z.ZodType<Consent> = z.strictObject({ bundleDigest: z.string().max(128), shown: keys, removed: keys });
const argumentsSchema: z.ZodType<{ arguments: JsonObject }> = z.strictObject({ arguments: jsonObjectSchema });
const settingsSchema = z.strictObject({ accounts: z.array(z.string().max(512)).max(100), config: jsonObjectSchema });
const secretSchema = z.strictObject({ value: z.string().min(1).max(65_536) });

/** Everything the page does with plugins. */
export function pluginRoutes(host: PluginHost): Hono {
  return new Hono()
    .get("/", async (context) => context.json({ plugins: await host.plugins() }))
    .get("/:id", async (context) => context.json(await host.plugin(context.req.param("id"))))
    .post("/:id/grant", async (context) => context.json(await host.grant(context.req.param("id"), await readBody(context.req, consentSchema))))
    .post("/:id/revoke", async (context) => context.json(await host.revoke(context.req.param("id"))))
    .post("/:id/restart", async (context) => context.json(await host.restart(context.req.param("id"))))
    .post("/:id/tools/:tool", async (context) => {
      const body = await readBody(context.req, argumentsSchema);
      const { id, tool } = context.req.param();
      const result = await host.callTool(id, tool, body.arguments, { signal: context.req.raw.signal });
      return context.json({ result });
    })
    .get("/:id/settings", async (context) => context.json(await host.settings.get(context.req.param("id"))))
    .put("/:id/settings", async (context) => {
      await host.settings.put(context.req.param("id"), await readBody(context.req, settingsSchema));
      return context.json({});
    })
    .get("/:id/secrets", async (context) => context.json({ names: await host.secrets.list(context.req.param("id")) }))
    .put("/:id/secrets/:name", async (context) => {
      const { value } = await readBody(context.req, secretSchema);
      await host.secrets.set(context.req.param("id"), context.req.param("name"), value);
      return context.json({});
    })
    .delete("/:id/secrets/:name", async (context) => {
      await host.secrets.delete(context.req.param("id"), context.req.param("name"));
      return context.json({});
    });
}
