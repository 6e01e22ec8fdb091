import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { recordNetwork } from "./record-network.ts";
import { recordedNetwork } from "./recorded-network.ts";

test("what was recorded is answered again as it was", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ambit-record-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "api.json");
  const real: Readonly<Record<string, () => Response>> = {
    "GET /items": () => Response.json([1]),
    "GET /old": () => new Response(null, { status: 301, headers: { location: "/items" } }),
    "POST /items": () => new Response(null, { status: 204 }),
  };
  const send = async (request: Request): Promise<Response> => real[`${request.method} ${new URL(request.url).pathname}`]?.() ?? new Response("none", { status: 404 });
  const ask = async (handler: (request: Request) => Response | Promise<Response>, method: string, path: string): Promise<unknown> => {
    const response = await handler(new Request(`https://api.example.dev${path}`, { method, headers: { authorization: "secret" } }));
    return [response.status, response.headers.get("location"), await response.text()];
  };
  const asked = [["GET", "/items"], ["GET", "/old"], ["POST", "/items"], ["GET", "/nowhere"]] as const;
  const first: unknown[] = [];
  const recording = recordNetwork(file, ["api.example.dev"], send)["api.example.dev"] ?? (() => Response.error());
  for (const [method, path] of asked) first.push(await ask(recording, method, path));
  expect(first).toEqual([[200, null, "[1]"], [301, "/items", ""], [204, null, ""], [404, null, "none"]]);
  const replaying = recordedNetwork(file)["api.example.dev"] ?? (() => Response.error());
  const second: unknown[] = [];
  for (const [method, path] of asked) second.push(await ask(replaying, method, path));
  expect(second).toEqual(first);
  expect(readFileSync(file, "utf8")).not.toContain("secret");
});
