import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const checkout = fileURLToPath(new URL("../../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "ambit-main-"));
const configFile = join(folder, "host.json");
writeFileSync(configFile, JSON.stringify({ plugins: [join(checkout, "examples")], roots: { workspace: { path: join(checkout, "docs") } }, dataDir: "data" }));

afterAll(() => rmSync(folder, { recursive: true }));

interface Started {
  readonly child: ChildProcess;
  readonly address: URL;
}

/** The real program in a process of its own, once it has printed its address. */
async function start(): Promise<Started> {
  const program = fileURLToPath(new URL("./main.ts", import.meta.url));
  const child = spawn(process.execPath, ["--conditions=@ambit/source", program, "--config", configFile, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    const match = /Open (http:\S+)/.exec(printed);
    if (match?.[1] !== undefined) return { child, address: new URL(match[1]) };
  }
  throw new Error(`The host ended without an address: ${printed}`);
}

/** Runs one tool, so that a plugin's worker is alive when the program is told to stop. */
async function runTool(address: URL): Promise<void> {
  const post = async (path: string, body: object, session?: string): Promise<Record<string, never>> => {
    const headers = { "content-type": "application/json", ...(session !== undefined && { authorization: `Bearer ${session}` }) };
    return (await (await fetch(new URL(path, address.origin), { method: "POST", headers, body: JSON.stringify(body) })).json()) as Record<string, never>;
  };
  const { session } = await post("/api/session", { token: address.hash.replace("#token=", "") });
  const status = (await (await fetch(new URL("/api/plugins/word-report", address.origin), { headers: { authorization: `Bearer ${session}` } })).json()) as { bundleDigest: string; lines: { key: string }[] };
  await post("/api/plugins/word-report/grant", { bundleDigest: status.bundleDigest, shown: status.lines.map((line) => line.key), removed: [] }, session);
  expect(await post("/api/plugins/word-report/tools/report", { arguments: { path: "guide.md" } }, session)).toHaveProperty("result");
}

describe("the host program", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("stops cleanly at %s, with nothing left running", async (signal) => {
    const { child, address } = await start();
    await runTool(address);
    child.kill(signal);
    const [code] = (await once(child, "exit")) as [number | null];
    expect(code).toBe(0);
    await expect(fetch(address.origin)).rejects.toThrow();
    expect(existsSync(join(folder, "data", "temp")) ? readdirSync(join(folder, "data", "temp")) : []).toEqual([]);
  });

  it("says what is wrong with its configuration", async () => {
    const wrong = join(folder, "wrong.json");
    writeFileSync(wrong, '{"port":"high"}');
    const child = spawn(process.execPath, ["--conditions=@ambit/source", fileURLToPath(new URL("./main.ts", import.meta.url)), "--config", wrong]);
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(child, "exit")) as [number | null];
    expect(code).toBe(1);
    expect(said).toContain("port");
  });
});
