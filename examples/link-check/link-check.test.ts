// The certificate library needs it to be loaded first.
import "reflect-metadata";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { webcrypto } from "node:crypto";
import { AmbitError, type CallDefinition, defaultCeilings, findCall, type HostGateway, type HostStore, type JsonObject, type JudgeFacts, parseBoundedJson, type PermissionPolicy, type ProxyInstance, readRpcMessage, type Sandbox, toErrorReply } from "@ambit/api-types";
import { createProxies } from "@ambit/capability-proxies";
import { jsBackend } from "@ambit/sandbox-js";
import { compilePolicy, consentLines, type HostTerms, judge, readManifest } from "@ambit/sandbox-permissions";
import * as x509 from "@peculiar/x509";
import { afterAll, beforeAll, expect, test } from "vitest";

const folder = import.meta.dirname;
const backend = jsBackend();
const site = await startSite();
const workspace = await mkdtemp(join(tmpdir(), "ambit-links-"));

beforeAll(() => writeFile(join(workspace, "guide.md"), guide(site.origin)));
afterAll(async () => {
  await backend.close();
  await new Promise((resolve) => site.server.close(resolve));
  await rm(workspace, { recursive: true });
});

const guide = (origin: string): string => `# Guide

[works](${origin}/ok), [moved](${origin}/moved), [works for GET alone](${origin}/get-only)
and [gone](${origin}/gone#part).

- not declared: <https://elsewhere.example.org/>
- declared, but its name leads to this machine: https://inside.example.dev/
- declared, and unknown to everybody: https://nowhere.example.dev/
- in code: \`${origin}/code\`
`;

test("each link is reported as what it is", async () => {
  await using plugin = await startPlugin();
  expect(await plugin.check("guide.md")).toEqual({
    path: "guide.md",
    counts: { ok: 3, broken: 1, refused: 2, failed: 1 },
    notChecked: 0,
    links: [
      { url: `${site.origin}/ok`, line: 3, outcome: "ok", status: 200 },
      { url: `${site.origin}/moved`, line: 3, outcome: "ok", status: 200, leadsTo: `${site.origin}/ok` },
      { url: `${site.origin}/get-only`, line: 3, outcome: "ok", status: 200 },
      { url: `${site.origin}/gone`, line: 4, outcome: "broken", status: 410 },
      { url: "https://elsewhere.example.org/", line: 6, outcome: "refused", code: "PERMISSION_DENIED" },
      { url: "https://inside.example.dev/", line: 7, outcome: "refused", code: "PERMISSION_DENIED" },
      { url: "https://nowhere.example.dev/", line: 8, outcome: "failed", code: "NETWORK_FAILED" },
    ],
  });
  expect(site.seen).toEqual(["GET /get-only", "HEAD /get-only", "HEAD /gone", "HEAD /moved", "HEAD /ok", "HEAD /ok"]);
});

test("without the network every link is refused; without the folder the tool says what it lacks", async () => {
  await using offline = await startPlugin("network:");
  expect(await offline.check("guide.md")).toMatchObject({ counts: { ok: 0, broken: 0, refused: 7, failed: 0 } });
  await using blind = await startPlugin("files:");
  await expect(blind.check("guide.md")).rejects.toMatchObject({ code: "GUEST_ERROR", message: expect.stringContaining("grant the folder") });
});

test("a path that leaves the folder, or leads nowhere, ends in the host's own code", async () => {
  await using plugin = await startPlugin();
  await expect(plugin.check("../guide.md")).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  await expect(plugin.check("missing.md")).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
});

interface Plugin {
  check(path: string): ReturnType<Sandbox["call"]>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts the plugin with what its manifest asks for, but for the lines of the install window whose key starts so. */
async function startPlugin(takenAway?: string): Promise<Plugin> {
  const read = readManifest(await readFile(join(folder, "ambit-plugin.json")), "ambit-plugin.json");
  if (!read.ok || read.manifest.run === undefined) throw new Error(JSON.stringify(read));
  const { id, version, run } = read.manifest;
  const host: HostTerms = { roots: { workspace: { access: "read" } }, ceilings: defaultCeilings };
  const keys = consentLines(read.manifest, host).map((line) => line.key);
  const removed = takenAway === undefined ? [] : keys.filter((key) => key.startsWith(takenAway));
  const policy = compilePolicy({ manifest: read.manifest, removed, host });
  const gateway = judgedGateway(policy);
  const sandbox = await backend.create({ instanceId: "i", plugin: { id, version }, run, bundleDir: folder, bundleDigest: "0".repeat(64), policy, preopens: [], config: {}, lang: "en", gateway });
  return { check: (path) => sandbox.call("tool/call", { tool: "check", arguments: { path } }), [Symbol.asyncDispose]: () => sandbox.dispose() };
}

/** A gateway in small: the real judge, then the real proxies. Names are looked up in a table, all of them on this machine. */
function judgedGateway(policy: PermissionPolicy): HostGateway {
  const proxies = new Map(
    createProxies({
      // No call of this plugin reaches the store.
      store: {} as HostStore,
      mountOf: () => ({ hostPath: workspace, fenced: [] }),
      resolveName: async (host) => {
        if (host === "nowhere.example.dev") throw new Error("No such name.");
        return ["127.0.0.1"];
      },
      trustedCertificates: [site.certificate],
    }).map((proxy) => [proxy.method, proxy]),
  );
  const instance: ProxyInstance = { instanceId: "i", pluginId: policy.pluginId, policy, notify: () => {} };
  const facts: JudgeFacts = { accounts: () => [site.origin], sharedPorts: () => [], platform: process.platform, fenced: () => [], harnessRoots: () => ({}) };
  const run = async (method: string, params: JsonObject): Promise<unknown> => {
    const definition: CallDefinition | undefined = findCall(method);
    if (definition === undefined) throw new AmbitError("METHOD_NOT_FOUND", "No such call.");
    const decision = judge(policy, { method, params: definition.params.parse(params) as JsonObject }, definition, facts);
    if (!decision.allowed) throw new AmbitError(decision.code, decision.reason);
    return (await proxies.get(method)?.run({ params, grant: decision.grant, instance, signal: AbortSignal.timeout(10_000) }))?.result;
  };
  return {
    async handle(text) {
      const message = readRpcMessage(parseBoundedJson(text));
      if (message.kind !== "request" || message.request.id === undefined) return undefined;
      const { id, method, params } = message.request;
      const outcome = await run(method, params as JsonObject).then((result) => ({ result }), (error: unknown) => ({ error: toErrorReply(error) }));
      return JSON.stringify({ jsonrpc: "2.0", id, ...outcome });
    },
  };
}

/** A real HTTPS server on this machine, under a name that only the test's resolver knows. */
async function startSite(): Promise<{ server: Server; origin: string; certificate: string; readonly seen: string[] }> {
  const name = "docs.example.com";
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
  x509.cryptoProvider.set(webcrypto as unknown as Crypto);
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const extensions = [new x509.SubjectAlternativeNameExtension([{ type: "dns", value: name }]), new x509.BasicConstraintsExtension(true)];
  const certificate = (await x509.X509CertificateGenerator.createSelfSigned({ name: "CN=Test site", keys, signingAlgorithm: algorithm, extensions })).toString("pem");
  const key = x509.PemConverter.encode(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey), "PRIVATE KEY");
  const seen: string[] = [];
  const server = createServer({ cert: certificate, key }, ({ method, url }, response) => {
    seen.push(`${method} ${url}`);
    seen.sort();
    if (url === "/moved") response.writeHead(301, { location: "/ok" });
    else if (url === "/get-only" && method === "HEAD") response.writeHead(405);
    else if (url === "/gone") response.writeHead(410);
    response.end(method === "HEAD" ? undefined : "page");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, origin: `https://${name}:${(server.address() as AddressInfo).port}`, certificate, seen };
}
