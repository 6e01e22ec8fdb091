import { Hono } from "hono";
import { AmbitError } from "@ambit/api-types";
import type { PluginHost } from "@ambit/api-host";
import { z } from "zod";
import { errorAnswer } from "./error-answer.ts";
import { journalRoutes } from "./journal-routes.ts";
import type { PageFiles } from "./page-files.ts";
import { pluginRoutes } from "./plugin-routes.ts";
import { readBody } from "./read-body.ts";
import { protectAnswers, refuseOtherOrigins, requireSession } from "./request-guard.ts";
import type { SessionKeeper } from "./session-keeper.ts";

/** What the console's server is made of. */
export interface AppParts {
  readonly host: PluginHost;
  readonly sessions: SessionKeeper;
  readonly page: PageFiles;
  /** Port it listens on, once it does. */
  readonly port: () => number;
  /** Called when a token was spent, so that a fresh address can be printed. */
  readonly onTokenSpent: () => void;
  readonly onInternalError: (error: unknown) => void;
}

const tokenSchema = z.strictObject({ token: z.string().min(1).max(128) });

/** Puts the console together: page, session, plugins, journal. */
export function createApp(parts: AppParts): Hono {
  const app = new Hono();
  app.onError((error) => errorAnswer(error, parts.onInternalError));
  app.use(protectAnswers(), refuseOtherOrigins(parts.port));
  app.post("/api/session", async (context) => {
    const { token } = await readBody(context.req, tokenSchema);
    const session = parts.sessions.open(token);
    if (session === undefined) throw new AmbitError("SESSION_REQUIRED", "This address has been used. The host has printed a fresh one.");
    parts.onTokenSpent();
    return context.json({ session });
  });
  app.use("/api/*", requireSession(parts.sessions));
  app.route("/api/plugins", pluginRoutes(parts.host));
  app.route("/api/journal", journalRoutes(parts.host));
  app.get("*", (context) => {
    const file = parts.page.get(context.req.path);
    if (file === undefined) return Response.json({ error: "No such page." }, { status: 404 });
    return new Response(file.bytes, { headers: { "content-type": file.type } });
  });
  return app;
}
