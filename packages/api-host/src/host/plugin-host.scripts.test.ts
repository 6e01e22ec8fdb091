import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ScriptRunner } from "@ambit/sandbox-process";
import { describe, expect, test } from "vitest";
import { accept, makeHost } from "../testing/host-rig.ts";
import { freshFolder, manifestOf, writeFiles } from "../testing/plugin-folder.ts";

const count = `
import json, os, sys
params = json.load(sys.stdin)
if params.get("fail"):
    sys.exit("no such text")
words = len(open(params["path"]).read().split())
if os.environ.get("UNIT"):
    with open("count.txt", "w") as out:
        out.write(f"{words} {os.environ['UNIT']}")
print(json.dumps({"text": f"{words} words", "files": []}))
`;
const tools = [{ name: "count", description: "Counts words.", script: "tools/count.py", params: { type: "object", properties: { path: { type: "string" }, fail: { type: "boolean" } } } }];

async function scriptPlugin(fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const folder = await freshFolder();
  const { run: _run, ...manifest } = manifestOf({ tools, ...fields });
  await writeFiles(folder, { "ambit-plugin.json": JSON.stringify(manifest), "tools/count.py": count });
  return folder;
}

describe("a tool that a script handles", () => {
  test("is asked for, works in the granted workspace, and is journaled", async () => {
    const workspace = await freshFolder();
    writeFileSync(join(workspace, "a.txt"), "one two three");
    const { host } = await makeHost({ scripts: new ScriptRunner(), roots: { workspace: { hostPath: workspace } } });
    const status = await host.install(await scriptPlugin({ permissions: { files: ["rw:workspace"] }, config: { type: "object", properties: { UNIT: { type: "string" } } } }));
    expect(status.problems).toEqual([]);
    expect(status.lines.map(({ key, severity }) => [key, severity])).toEqual([["files:write:workspace", "high"], ["scripts:count", "high"]]);
    await accept(host, status);
    await host.settings.put("notes", { accounts: [], config: { UNIT: "words" } });
    expect(await host.callTool("notes", "count", { path: "a.txt" })).toEqual({ text: "3 words", changes: [{ kind: "created", path: "count.txt" }] });
    expect(readFileSync(join(workspace, "count.txt"), "utf8")).toBe("3 words");
    expect(await host.journal.tail(1)).toMatchObject([{ method: "tool/call", target: "count", outcome: "ok" }]);
  });

  test("only reads a workspace that is granted for reading, and has a private folder where none is", async () => {
    const workspace = await freshFolder();
    writeFileSync(join(workspace, "a.txt"), "one");
    const { host } = await makeHost({ scripts: new ScriptRunner(), roots: { workspace: { hostPath: workspace } } });
    await accept(host, await host.install(await scriptPlugin({ id: "reader", permissions: { files: ["workspace"] }, config: { type: "object", properties: { UNIT: { type: "string" } } } })));
    expect(await host.callTool("reader", "count", { path: "a.txt" })).toMatchObject({ text: "1 words" });
    await host.settings.put("reader", { accounts: [], config: { UNIT: "words" } });
    await expect(host.callTool("reader", "count", { path: "a.txt" })).rejects.toMatchObject({ code: "GUEST_ERROR", message: expect.stringContaining("Read-only file system") as string });
    await accept(host, await host.install(await scriptPlugin({ id: "private" })));
    await expect(host.callTool("private", "count", { path: "a.txt" })).rejects.toMatchObject({ code: "GUEST_ERROR", message: expect.stringContaining("No such file") as string });
    await expect(host.callTool("private", "count", { path: "a.txt", fail: true })).rejects.toMatchObject({ message: expect.stringContaining("no such text") as string });
  });

  test("behaves as undeclared where its line was taken away", async () => {
    const { host } = await makeHost({ scripts: new ScriptRunner() });
    await accept(host, await host.install(await scriptPlugin()), ["scripts:count"]);
    await expect(host.callTool("notes", "count", { path: "a" })).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    expect(await host.journal.tail(1)).toMatchObject([{ method: "tool/call", target: "count", outcome: "refused" }]);
  });

  test("waits for consent when an update brings it", async () => {
    const { host } = await makeHost({ scripts: new ScriptRunner() });
    await accept(host, await host.install(await scriptPlugin()));
    const status = await host.install(await scriptPlugin({ version: "1.1.0", tools: [...tools, { ...tools[0], name: "more" }] }));
    expect(status.update?.lines.map(({ key }) => key)).toEqual(["scripts:count", "scripts:more"]);
  });

  test("is told as a problem by a host that runs none", async () => {
    const { host } = await makeHost();
    const status = await host.install(await scriptPlugin());
    expect(status.problems).toEqual([expect.stringContaining("this host runs none")]);
    await accept(host, status);
    await expect(host.callTool("notes", "count", { path: "a" })).rejects.toMatchObject({ code: "BACKEND_UNAVAILABLE" });
  });
});
