import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PluginHost } from "@ambit/api-host";
import { ScriptRunner } from "@ambit/sandbox-process";
import { describe, expect, test, vi } from "vitest";
import { accept, makeHost } from "../testing/host-rig.ts";
import { freshFolder, manifestOf, writeFiles } from "../testing/plugin-folder.ts";

async function plugin(commands: readonly { readonly on: string; readonly run: string }[], fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const folder = await freshFolder();
  const { run: _run, ...manifest } = manifestOf({ tools: [], contributes: { commands }, ...fields });
  await writeFiles(folder, { "ambit-plugin.json": JSON.stringify(manifest) });
  return folder;
}

const ended = (host: PluginHost): Promise<unknown> => vi.waitUntil(async () => (await host.journal.tail(1)).find(({ method }) => method === "event/command"), { timeout: 20_000 });

describe("rules, section 5: a shell line that the application runs on an event", () => {
  test("runs in the granted workspace with what the event is about, and is journaled with its words", async () => {
    const [workspace, logged] = [await freshFolder(), [] as string[]];
    const { host } = await makeHost({ scripts: new ScriptRunner(), roots: { workspace: { hostPath: workspace } }, onLog: ({ message }) => logged.push(message) });
    const status = await host.install(await plugin([{ on: "ticket.column", run: 'cat > "$AMBIT_EVENT.json" && echo done' }], { permissions: { files: ["rw:workspace"] } }));
    expect(status.lines[0]).toMatchObject({ severity: "danger" });
    expect(await host.emit("ticket.column", { to: "Done" })).toBe(0);
    await accept(host, status);
    expect(await host.emit("ticket.other", {})).toBe(0);
    expect(await host.emit("ticket.column", { to: "Done" })).toBe(1);
    expect(await ended(host)).toMatchObject({ target: "ticket.column", outcome: "ok", args: ['cat > "$AMBIT_EVENT.json" && echo done'] });
    expect(JSON.parse(readFileSync(join(workspace, "ticket.column.json"), "utf8"))).toEqual({ to: "Done" });
    expect(logged).toEqual(["done"]);
  });

  test("is confined as a script is: no network, no other folder, the host's environment kept out", async () => {
    const logged: string[] = [];
    const { host } = await makeHost({ scripts: new ScriptRunner(), onLog: ({ message }) => logged.push(message) });
    process.env["AMBIT_TEST_HOST_WORD"] = "of the host";
    await accept(host, await host.install(await plugin([{ on: "saved", run: 'ls /root /home 2>/dev/null; cat /etc/shadow 2>/dev/null; echo "[$AMBIT_TEST_HOST_WORD]"; ls /sys/class/net 2>/dev/null | grep -v lo; true' }])));
    delete process.env["AMBIT_TEST_HOST_WORD"];
    await host.emit("saved", null);
    expect(await ended(host)).toMatchObject({ outcome: "ok" });
    expect(logged).toEqual(["[]"]);
  });

  test("one that was taken away does not run; one that fails says so in journal and log", async () => {
    const [workspace, logged] = [await freshFolder(), [] as string[]];
    const { host } = await makeHost({ scripts: new ScriptRunner(), roots: { workspace: { hostPath: workspace } }, onLog: ({ message }) => logged.push(message) });
    const commands = [{ on: "saved", run: "touch made" }, { on: "saved", run: "echo broken >&2; exit 3" }];
    await accept(host, await host.install(await plugin(commands, { permissions: { files: ["rw:workspace"] } })), ["contributes:saved:touch made"]);
    await host.emit("saved", null);
    expect(await ended(host)).toMatchObject({ outcome: "failed", code: "GUEST_ERROR" });
    await vi.waitUntil(() => logged.length > 0);
    expect(logged).toEqual([expect.stringContaining("broken")]);
    expect(existsSync(join(workspace, "made"))).toBe(false);
  });

  test("no more than four run at once, and all end with the host", async () => {
    const { host } = await makeHost({ scripts: new ScriptRunner() });
    await accept(host, await host.install(await plugin([{ on: "saved", run: "sleep 300" }])));
    for (let at = 0; at < 5; at++) await host.emit("saved", null);
    expect(await ended(host)).toMatchObject({ outcome: "limited", code: "LIMIT_EXCEEDED" });
    await host.close();
  });

  test("a host that runs no scripts says so", async () => {
    const { host } = await makeHost({});
    const status = await host.install(await plugin([{ on: "saved", run: "true" }]));
    expect(status.problems).toContain('It has a command for "saved"; this host runs none.');
    await accept(host, status);
    await host.emit("saved", null);
    expect(await ended(host)).toMatchObject({ code: "BACKEND_UNAVAILABLE" });
  });
});
