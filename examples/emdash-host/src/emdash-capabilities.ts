import { type Capability, defineCapability } from "@ambit/api-types";
import { contentReadCalls, contentWriteCalls } from "./calls/content-calls.ts";
import { emailCalls } from "./calls/email-calls.ts";
import { mediaReadCalls, mediaWriteCalls } from "./calls/media-calls.ts";
import { basicCalls } from "./calls/site-calls.ts";
import { taxonomyCalls } from "./calls/taxonomy-calls.ts";
import { userCalls } from "./calls/user-calls.ts";
import type { EmdashSite } from "./site/emdash-site.ts";

/**
 * EmDash's twelve capabilities over one site, with the names, earlier names and labels they have there, and one more that every
 * plugin has.
 */
export function emdashCapabilities(site: EmdashSite): readonly Capability[] {
  return [...contentCapabilities(site), ...mediaCapabilities(site), ...networkCapabilities(), ...peopleCapabilities(site), ...hookCapabilities(), basicCapability(site)];
}

function contentCapabilities({ content, taxonomies }: EmdashSite): readonly Capability[] {
  return [
    defineCapability({ id: "content:read", label: "Read your content", deprecatedIds: ["read:content"], calls: contentReadCalls(content) }),
    defineCapability({ id: "content:write", label: "Create, update, and delete content", severity: "high", implies: ["content:read"], deprecatedIds: ["write:content"], calls: contentWriteCalls(content) }),
    defineCapability({ id: "taxonomies:read", label: "Read your taxonomies and terms", severity: "low", calls: taxonomyCalls(taxonomies) }),
  ];
}

function mediaCapabilities({ media }: EmdashSite): readonly Capability[] {
  return [
    defineCapability({ id: "media:read", label: "Access your media library", deprecatedIds: ["read:media"], calls: mediaReadCalls(media) }),
    defineCapability({ id: "media:write", label: "Upload and manage media", severity: "high", implies: ["media:read"], deprecatedIds: ["write:media"], calls: mediaWriteCalls(media) }),
  ];
}

/** The hosts of `network:request` stand in `permissions.network`, each with a line of its own; without one it reaches nothing. */
function networkCapabilities(): readonly Capability[] {
  return [
    defineCapability({ id: "network:request", label: "Make network requests", severity: "low", deprecatedIds: ["network:fetch"] }),
    defineCapability({ id: "network:request:unrestricted", label: "Make network requests to any host (unrestricted)", implies: ["network:request"], deprecatedIds: ["network:fetch:any"], opensNetwork: ["*"] }),
  ];
}

function peopleCapabilities(site: EmdashSite): readonly Capability[] {
  return [
    defineCapability({ id: "users:read", label: "Read user accounts", severity: "high", deprecatedIds: ["read:users"], calls: userCalls(site.users) }),
    defineCapability({ id: "email:send", label: "Send email", provider: "email:deliver", calls: emailCalls((message, source, signal) => site.sendEmail(message, source, signal)) }),
  ];
}

function hookCapabilities(): readonly Capability[] {
  return [
    defineCapability({ id: "hooks.email-transport:register", label: "Deliver every email of the site", severity: "high", deprecatedIds: ["email:provide"], hooks: ["email:deliver"] }),
    defineCapability({ id: "hooks.email-events:register", label: "See and change every email of the site", severity: "high", deprecatedIds: ["email:intercept"], hooks: ["email:beforeSend", "email:afterSend"] }),
    defineCapability({ id: "hooks.page-fragments:register", label: "Put scripts and markup into your pages", severity: "danger", deprecatedIds: ["page:inject"], hooks: ["page:fragments"] }),
  ];
}

function basicCapability({ info, cron }: EmdashSite): Capability {
  return defineCapability({ id: "site", label: "Know the site's name and schedule tasks of its own", severity: "low", basic: true, calls: basicCalls(info, cron) });
}
