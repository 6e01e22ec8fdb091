import type { Context, MiddlewareHandler, Next } from "hono";
import { AmbitError } from "@ambit/api-types";
import type { SessionKeeper } from "./session-keeper.ts";

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

/** Puts the headers on every answer that keep other sites out of the page and its answers. */
export function protectAnswers(): MiddlewareHandler {
  return async (context: Context, next: Next) => {
    await next();
    const { headers } = context.res;
    headers.set("content-security-policy", CONTENT_SECURITY_POLICY);
    headers.set("x-content-type-options", "nosniff");
    headers.set("referrer-policy", "no-referrer");
    headers.set("cross-origin-opener-policy", "same-origin");
    headers.set("cross-origin-resource-policy", "same-origin");
    headers.set("permissions-policy", "camera=(), microphone=(), geolocation=()");
    if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  };
}

/**
 * Refuses a request that another site could have caused: its Host must be this server's own (no rebinding), and an Origin or
 * fetch-site header, where the browser sent one, must be the page's own.
 */
export function refuseOtherOrigins(port: () => number): MiddlewareHandler {
  return async (context: Context, next: Next) => {
    const host = context.req.header("host") ?? "";
    const own = [`127.0.0.1:${port()}`, `localhost:${port()}`];
    if (!own.includes(host)) throw refused("The request names another host than this server.");
    const origin = context.req.header("origin");
    if (origin !== undefined && origin !== `http://${host}`) throw refused("The request comes from another site.");
    const site = context.req.header("sec-fetch-site");
    if (site !== undefined && site !== "same-origin" && site !== "none") throw refused("The request comes from another site.");
    await next();
  };
}

/** Lets a request through that carries a live session's key. */
export function requireSession(sessions: SessionKeeper): MiddlewareHandler {
  return async (context: Context, next: Next) => {
    const [scheme, key = ""] = (context.req.header("authorization") ?? "").split(" ", 2);
    if (scheme !== "Bearer" || !sessions.isOpen(key)) throw refused("No session: open the address that the host printed.");
    await next();
  };
}

function refused(message: string): AmbitError {
  return new AmbitError("SESSION_REQUIRED", message);
}
