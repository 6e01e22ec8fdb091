import { callMethods, callTable, type CallDefinition, type CallNeed, type JsonObject, type PermissionPolicy } from "@ambit/api-types";
import fc from "fast-check";
import { expect, it } from "vitest";
import { grantedCalls } from "../judge/granted-calls.ts";
import { judge } from "../judge/judge.ts";
import { buildPreopens } from "../preopens/build-preopens.ts";
import { eventCommands, permissions, sampledCommand, sampledLocalUrl, sampledPath, sampledSocket, sampledUrl } from "../testing/arbitrary-permissions.ts";
import { compilePolicy } from "../policy/compile-policy.ts";
import { definitionWith, sampleFacts, sampleHost, sampleManifest } from "../testing/sample-policy.ts";
import { diffPolicies } from "./diff-policies.ts";

const facts = {
  ...sampleFacts,
  accounts: () => ["https://git.corp", "https://api.example.dev:8443"],
  sharedPorts: () => [41234],
  fenced: (root: string) => (root === "agent" ? ["y"] : []),
  harnessRoots: () => ({ agent: "/srv/agent", workspace: "/srv/work" }),
  commandRoots: () => ["workspace", "agent"],
};

interface Sample {
  readonly kind: string;
  readonly needs: CallNeed;
  readonly params: JsonObject;
}

const sampled = (kind: string, needs: CallNeed, params: fc.Arbitrary<JsonObject>): fc.Arbitrary<Sample> => params.map((value) => ({ kind, needs, params: value }));
const urls = fc.oneof(sampledUrl, sampledLocalUrl).map((url) => ({ url }));
const paths = fc.oneof(sampledPath.map((place) => ({ ...place })), sampledPath.map(({ root, path }) => ({ path: `/srv/${root === "agent" ? "agent" : "work"}/${path}` })));
const commands = fc.record({ argv: sampledCommand, dir: fc.constantFrom(undefined, "workspace", "agent", "temp") }).map(({ argv, dir }): JsonObject => ({ argv, ...(dir !== undefined && { dir }) }));

/** Every kind of need that the table has, and those that capabilities bring; a test below tells if one is missing. */
const kinds: Readonly<Record<string, fc.Arbitrary<Sample>>> = {
  "network fetch": sampled("network fetch", { kind: "network", protocol: "fetch" }, urls),
  "network stream": sampled("network stream", { kind: "network", protocol: "stream" }, urls),
  "network ws": sampled("network ws", { kind: "network", protocol: "ws" }, fc.oneof(sampledUrl, sampledLocalUrl).map((url) => ({ url: url.replace(/^http/, "ws") }))),
  "network tcp": sampled("network tcp", { kind: "network", protocol: "tcp" }, sampledSocket.map((place) => ({ ...place }))),
  "files read": sampled("files read", { kind: "files", access: "read" }, paths),
  "files write": sampled("files write", { kind: "files", access: "write" }, paths),
  commands: sampled("commands", { kind: "commands" }, commands),
  secrets: sampled("secrets", { kind: "secrets" }, fc.constantFrom("token", "key", "toString").map((name) => ({ name }))),
  collections: sampled("collections", { kind: "collections" }, fc.constantFrom("notes", "links", "constructor").map((collection) => ({ collection }))),
  capability: fc.oneof(...["content:read", "content:write", "content:admin"].map((id) => sampled("capability", { kind: "capability", id }, fc.constant({})))),
};

const kindOf = (needs: CallNeed): string => ("protocol" in needs ? `${needs.kind} ${needs.protocol}` : "access" in needs ? `${needs.kind} ${needs.access}` : needs.kind);
const allows = (policy: PermissionPolicy, { needs, params }: Sample): boolean => {
  const definition = definitionWith(needs);
  return judge(policy, { method: definition.method, params }, definition, facts).allowed;
};
const sampledCalls = fc.array(fc.oneof(...Object.values(kinds)), { minLength: 30, maxLength: 60 });

/** What a manifest asks for beside its permissions: hooks that it handles, routes that it answers, lines that are run on events. */
const handled = fc.record({
  hooks: fc.uniqueArray(fc.record({ name: fc.constantFrom("a", "b", "c"), mode: fc.constantFrom("policy", "observe") }), { selector: ({ name }) => name }),
  routes: fc.uniqueArray(fc.record({ name: fc.constantFrom("r", "s"), public: fc.boolean() }), { selector: ({ name }) => name }),
  contributes: eventCommands.map((commands) => ({ commands })),
});
const asked = fc.tuple(permissions, handled).map(([entries, beside]) => ({ entries, beside }));
type Asked = { readonly entries: Record<string, unknown>; readonly beside: { readonly hooks: readonly { readonly name: string; readonly mode: string }[]; readonly routes: readonly { readonly name: string; readonly public: boolean }[]; readonly contributes: { readonly commands: readonly { readonly on: string; readonly run: string }[] } } };
const compiled = ({ entries, beside }: Asked): PermissionPolicy => compilePolicy({ manifest: sampleManifest({ permissions: entries, ...beside }), removed: [], host: sampleHost });

/** A policy that allows less, entry by entry: pairs that widen nothing are made as well as met. */
const narrowed = (entries: Record<string, unknown>, keep: readonly boolean[]): Record<string, unknown> => {
  let at = 0;
  const kept = (): boolean => keep[at++ % keep.length] ?? true;
  const below = (host: string): string => (host.startsWith("*.") ? host.replace("*.", "*.a.") : host);
  const network = (entries["network"] as string[]).filter(kept).map((host) => (kept() ? host : below(host)));
  const files = (entries["files"] as Record<string, string>[]).filter(kept).map((entry) => (kept() ? entry : { ...entry, access: "read" }));
  const commands = (entries["commands"] as string[]).filter(kept);
  const named = Object.fromEntries(["secrets", "events", "capabilities"].map((section) => [section, (entries[section] as string[]).filter(kept)]));
  const storage = Object.fromEntries(Object.entries(entries["storage"] as object).filter(kept));
  return { network, files, commands, ...named, storage };
};

const lessOf = ({ entries, beside: { hooks, routes, contributes } }: Asked, keep: readonly boolean[]): Asked => ({
  entries: narrowed(entries, keep),
  beside: { hooks: hooks.map((hook) => (keep[0] === true ? hook : { ...hook, mode: "observe" })), routes: routes.filter((_, at) => keep[at] === true).map((route) => (keep[1] === true ? route : { ...route, public: false })), contributes: { commands: contributes.commands.filter((_, at) => keep[at] === true) } },
});

it("samples every kind of call that the table knows", () => {
  const known = new Set(callMethods.map((method) => kindOf((callTable[method] as CallDefinition).needs)));
  expect([...known].filter((kind) => kind !== "basic" && kind !== "handle" && !Object.hasOwn(kinds, kind))).toEqual([]);
});

it("where no widening is found, nothing that the new policy allows was refused by the old one", () => {
  const compared: Record<string, number> = {};
  fc.assert(
    fc.property(asked, asked, fc.array(fc.boolean(), { minLength: 7, maxLength: 23 }), sampledCalls, (one, other, keep, samples) => {
      const [old, updated, less] = [compiled(one), compiled(other), compiled(lessOf(one, keep))];
      const gaveUpWriting = old.files.some(({ root, access }) => access === "write" && less.files.some((rule) => rule.root === root) && !less.files.some((rule) => rule.root === root && rule.access === "write"));
      if (less.commands.length === 0 || !gaveUpWriting) expect(diffPolicies(old, less)).toEqual({ widens: false, widenings: [] });
      for (const [before, after] of [[old, less], [old, updated], [old, old]] as const) {
        if (diffPolicies(before, after).widens) continue;
        for (const call of samples.filter((sample) => allows(after, sample))) {
          compared[call.kind] = (compared[call.kind] ?? 0) + 1;
          expect(allows(before, call), `${call.kind} ${JSON.stringify(call.params)}`).toBe(true);
        }
        expectNoMore(before, after);
      }
    }),
    { numRuns: 600 },
  );
  for (const kind of Object.keys(kinds)) expect(compared[kind] ?? 0, kind).toBeGreaterThan(50);
  expect(Object.values(compared).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(5000);
}, 120_000);

/** What is not asked call by call: calls that are there at all, events that are delivered, hooks, routes, folders that a WASI guest holds. */
function expectNoMore(before: PermissionPolicy, after: PermissionPolicy): void {
  const granted = new Set(grantedCalls(before));
  expect(grantedCalls(after).filter((method) => !granted.has(method))).toEqual([]);
  expect(after.events.filter((name) => !before.events.includes(name))).toEqual([]);
  const handles = before.hooks.flatMap(({ name, mode }) => (mode === "policy" ? [`${name} policy`, `${name} observe`] : [`${name} observe`]));
  expect(after.hooks.map(({ name, mode }) => `${name} ${mode}`).filter((hook) => !handles.includes(hook))).toEqual([]);
  const answers = before.routes.flatMap(({ name, public: toAll }) => (toAll ? [`${name} true`, `${name} false`] : [`${name} false`]));
  expect(after.routes.map(({ name, public: toAll }) => `${name} ${toAll}`).filter((route) => !answers.includes(route))).toEqual([]);
  const lines = before.eventCommands.map(({ event, line }) => `${event} ${line}`);
  expect(after.eventCommands.map(({ event, line }) => `${event} ${line}`).filter((line) => !lines.includes(line))).toEqual([]);
  const mounts = Object.fromEntries(["workspace", "agent", "temp"].map((root) => [root, { hostPath: `/srv/${root}`, fenced: [] }]));
  const held = buildPreopens(before, mounts);
  const isHeld = ({ hostPath, path, access }: (typeof held)[number]): boolean =>
    held.some((one) => one.hostPath === hostPath && one.path.every((part, at) => path[at] === part) && (one.access === "write" || access === "read"));
  expect(buildPreopens(after, mounts).filter((one) => !isHeld(one))).toEqual([]);
}

it("a call that only the new policy allows: a widening is found", () => {
  const found: Record<string, number> = {};
  fc.assert(
    fc.property(asked, asked, sampledCalls, (one, other, samples) => {
      const [old, updated] = [compiled(one), compiled(other)];
      const grown = samples.filter((call) => allows(updated, call) && !allows(old, call));
      for (const { kind } of grown) found[kind] = (found[kind] ?? 0) + 1;
      if (grown.length > 0) expect(diffPolicies(old, updated).widens, JSON.stringify(grown[0]?.params)).toBe(true);
    }),
    { numRuns: 300 },
  );
  for (const kind of Object.keys(kinds)) expect(found[kind] ?? 0, kind).toBeGreaterThan(10);
}, 120_000);
