import { join } from "node:path";
import { inspect } from "node:util";
import { AmbitError } from "@ambit/api-types";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { LogLine, PluginHost } from "../host/plugin-host.ts";
import { createSqliteStore } from "../stores/sqlite/create-sqlite-store.ts";
import { installed, makeHost } from "../testing/host-rig.ts";
import { plantingCode, plantingManifest, plantingPlaces, plantingServer } from "../testing/planting-plugin.ts";
import { freshFolder } from "../testing/plugin-folder.ts";

/** What the test is about is no limit, and a busy machine must not run into one. */
const roomy = { fetchSeconds: 20, callSeconds: 30, cpuMillis: 10_000 };

/** Another plugin, which looks at all that is there for it. */
const neighbourCode = `export const tools = { look: async (_args, ctx) => [
  await ctx.kv.list({}), await ctx.kv.get({ key: "mine" }), await ctx.storage.query({ collection: "notes" }),
  await ctx.call("fs/list", { root: "temp", path: "" }), await ctx.call("secrets/get", { name: "token" }).catch((error) => [error.code, error.message, error.details]), ctx.config,
] };`;
const neighbour = { id: "neighbour", permissions: { secrets: ["token"], files: ["rw:temp"], storage: { notes: { indexes: ["a"] } } }, limits: roomy, tools: [{ name: "look", description: "Looks." }] };

const words = fc.stringMatching(/^[A-Za-z0-9_-]{8,32}$/);
const signs = fc.stringMatching(/^[A-Za-z0-9 "'\\/+=%&<>;:@.~$()\u00e4\u00df\u0416\u65e5]{10,32}$/).filter((text) => text.trim() === text && new Set(text).size > 4);
const secret = fc.oneof(words, signs);
const encoding = fc.constantFrom("raw", "percent", "json", "upper", "hex");
const plantings = fc.tuple(secret, fc.shuffledSubarray([...plantingPlaces], { minLength: plantingPlaces.length }), fc.infiniteStream(encoding));

/** Forms in which the secret would be the secret still, to whoever reads it. */
function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  return [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), bytes.toString("hex"), bytes.toString("base64").replace(/=+$/, ""), bytes.toString("base64url")].map((form) => form.toLowerCase());
}

/** What an application is told when something fails. */
function toldError(thrown: unknown): unknown {
  expect(AmbitError.isInstance(thrown)).toBe(true);
  return thrown;
}

/** All that leaves the host, but for the plugin's own store and what it answers itself. */
async function everythingOf(host: PluginHost): Promise<readonly unknown[]> {
  const lines: string[] = [];
  for await (const line of host.journal.exportJsonLines()) lines.push(line);
  return [lines, host.metrics(), await host.plugins(), await host.callTool("neighbour", "look", {})];
}

test("a secret planted anywhere by a plugin or its server comes out nowhere", { timeout: 300_000 }, async () => {
  const log: LogLine[] = [];
  const store = createSqliteStore(join(await freshFolder(), "ambit.db"));
  const { host, errors } = await makeHost({ store, onLog: (line) => log.push(line), resolveName: async () => ["127.0.0.1"] });
  const origin = await plantingServer();
  await installed(host, { manifest: { ...plantingManifest, limits: roomy }, code: plantingCode });
  await installed(host, { manifest: neighbour, code: neighbourCode });
  await host.settings.put("planter", { accounts: [origin], config: {} });
  const planted = new Set<string>();
  const run = async ([value, places, encodings]: readonly [string, readonly string[], Iterator<string>]): Promise<void> => {
    await host.secrets.set("planter", "token", value);
    const told: unknown[] = [];
    const tell = (thrown: unknown): void => void told.push(toldError(thrown));
    for (const place of places) {
      const result = await host.callTool("planter", "plant", { place, encoding: encodings.next().value ?? "raw", origin }).catch(tell);
      planted.add(place);
      if (place === "result") expect(result).toMatchObject({ length: expect.any(Number) });
    }
    await host.runHook("check", {}).catch(tell);
    await host.callRoute("planter", "ask", {}).catch(tell);
    await host.emit("told", null);
    const everything = [...(await everythingOf(host)), told, log, errors].map((part) => `${inspect(part, { depth: 12, maxArrayLength: null, maxStringLength: null })} ${JSON.stringify(part)}`.toLowerCase());
    for (const form of formsOf(value)) for (const [at, text] of everything.entries()) expect(text.includes(form) ? `part ${at} has ${form}: ${text.slice(Math.max(0, text.indexOf(form) - 200), text.indexOf(form) + 100)}` : "").toBe("");
    // The next secret is looked for in what comes then.
    log.length = 0;
  };
  await fc.assert(fc.asyncProperty(plantings, (planting) => run(planting)), { numRuns: 20, endOnFailure: true });
  expect([...planted].sort()).toEqual([...plantingPlaces].sort());
});
