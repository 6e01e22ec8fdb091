import { readdirSync, readFileSync } from "node:fs";
import { AmbitError, defaultCeilings, type JsonObject, type JsonValue } from "@ambit/api-types";
import { compilePolicy, readManifest } from "@ambit/sandbox-permissions";
import { afterAll, expect, test } from "vitest";
import { BothEngines, type Started } from "./testing/both-engines.ts";

const engines = new BothEngines();
afterAll(() => engines.close());

const folder = new URL("../../../examples/link-check/", import.meta.url);
const files = Object.fromEntries(readdirSync(folder).filter((name) => name.endsWith(".js") && !name.includes(".test.")).map((name) => [name, readFileSync(new URL(name, folder), "utf8")]));

const GUIDE = `# Guide
[home](https://example.dev/) [gone](https://example.dev/gone) [moved](https://example.dev/moved) [other](https://other.dev/x)
<https://docs.example.dev/a?b=ü#c> [odd](https://exa mple.dev) [down](https://down.example.dev/) [again](https://example.dev/)
`;

/** A web of four pages, as a host tells of it. */
function answer(method: string, params: JsonObject): JsonValue {
  if (method === "fs/read") return { data: GUIDE, encoding: "utf8" };
  const { hostname, pathname } = new URL(String(params["url"]));
  if (!hostname.endsWith("example.dev")) throw new AmbitError("PERMISSION_DENIED", "Not granted.", { method });
  if (hostname.startsWith("down.")) throw new AmbitError("NETWORK_FAILED", "The server did not answer.");
  const page = { statusText: "", headers: [] as [string, string][], body: "", encoding: "utf8" };
  if (pathname === "/gone") return { ...page, status: 404 };
  if (pathname === "/moved") return { ...page, status: 301, headers: [["location", "/"]] };
  return { ...page, status: 200 };
}

test("the example that checks links says the same in both engines, logs the same, and asks the host the same", async () => {
  const read = readManifest(readFileSync(new URL("ambit-plugin.json", folder)));
  if (!read.ok) throw new Error("The example's manifest cannot be read.");
  const policy = compilePolicy({ manifest: read.manifest, removed: [], host: { roots: { workspace: { access: "read" } }, ceilings: defaultCeilings } });
  const run = async (backend: "fast" | "portable"): Promise<{ result: JsonValue; asked: string[]; logs: Started["logs"] }> => {
    const asked: string[] = [];
    const { tool, logs } = await engines.start(engines[backend], { files, policy, answer: (method, params) => (asked.push(`${method} ${JSON.stringify(params)}`), answer(method, params)) });
    const result = await tool("check", { path: "guide.md" });
    return { result, asked: asked.toSorted(), logs };
  };
  const [fast, portable] = [await run("fast"), await run("portable")];
  expect(fast).toEqual(portable);
  expect(fast.result).toMatchObject({ path: "guide.md", counts: { ok: expect.any(Number), broken: 1, refused: 2, failed: expect.any(Number) } });
  expect(fast.asked.length).toBeGreaterThan(5);
});
