import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandRunner } from "@ambit/sandbox-process";
import { describe, expect, test } from "vitest";
import { installed, makeHost } from "../testing/host-rig.ts";
import { freshFolder } from "../testing/plugin-folder.ts";

/** Runs a command to its end and gives what it printed. */
const run = `
  async function run(ctx, params, input) {
    const { process } = await ctx.proc.spawn(params);
    if (input !== undefined) await ctx.proc.write({ process, data: input, end: true });
    const printed = { stdout: "", stderr: "" };
    for (;;) {
      const piece = await ctx.proc.read({ process });
      if (piece.done) return { ...printed, ended: piece.ended, exitCode: piece.exitCode };
      if (piece.stream !== "none") printed[piece.stream] += piece.data;
    }
  }`;
const code = (body: string): string => `${run} export const tools = { async run(args, ctx) { ${body} } };`;

async function repository(): Promise<string> {
  const folder = await freshFolder();
  const git = (...words: readonly string[]): void => void execFileSync("git", ["-C", folder, "-c", "user.name=a", "-c", "user.email=a@example.dev", ...words], { stdio: "ignore" });
  git("init", "-q");
  writeFileSync(join(folder, "a.txt"), "one\n");
  git("add", "a.txt");
  git("commit", "-qm", "first");
  writeFileSync(join(folder, "a.txt"), "two\n");
  return folder;
}

const permissions = { commands: ["git status --short", "git log *", "cat", "sleep 86399"], files: ["project"] };

describe("a declared command", () => {
  test("runs confined in a root that was registered for it, and is journaled with its words", async () => {
    const { host } = await makeHost({ commands: new CommandRunner(), roots: { project: { hostPath: await repository(), access: "read", commands: true } } });
    await installed(host, { manifest: { permissions }, code: code("return run(ctx, { argv: args.argv, dir: 'project' });") });
    expect(await host.callTool("notes", "run", { argv: ["git", "status", "--short"] })).toEqual({ stdout: " M a.txt\n", stderr: "", ended: "itself", exitCode: 0 });
    expect(await host.callTool("notes", "run", { argv: ["git", "log", "--format=%s"] })).toMatchObject({ stdout: "first\n" });
    await expect(host.callTool("notes", "run", { argv: ["git", "status"] })).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    const records = await host.journal.tail(10, { method: "proc/spawn" });
    expect(records).toMatchObject([
      { target: "git", outcome: "ok", args: ["status", "--short"] },
      { target: "git", outcome: "ok", args: ["log", "--format=%s"] },
      { target: "git", outcome: "refused", code: "PERMISSION_DENIED", args: ["status"] },
    ]);
  });

  test("takes input, and sees no folder but the granted ones", async () => {
    const { host } = await makeHost({ commands: new CommandRunner(), roots: { project: { hostPath: await freshFolder(), access: "read" } } });
    await installed(host, { manifest: { permissions }, code: code("return run(ctx, { argv: ['cat'] }, 'to and fro');") });
    expect(await host.callTool("notes", "run", {})).toMatchObject({ stdout: "to and fro", exitCode: 0 });
    await installed(host, { manifest: { id: "other", permissions }, code: code("return run(ctx, { argv: ['cat'], dir: 'project' });") });
    await expect(host.callTool("other", "run", {})).rejects.toMatchObject({ code: "PERMISSION_DENIED", message: expect.stringContaining("registered") as string });
  });

  test("ends when it is killed, and with its instance", async () => {
    const { host } = await makeHost({ commands: new CommandRunner(), roots: { project: { hostPath: await freshFolder(), access: "read" } } });
    const body = "const { process } = await ctx.proc.spawn({ argv: ['sleep', '86399'] }); if (args.kill) { await ctx.proc.kill({ process }); try { await ctx.proc.read({ process }); } catch (error) { return error.code; } } return process;";
    await installed(host, { manifest: { permissions }, code: code(body) });
    expect(await host.callTool("notes", "run", { kill: true })).toBe("UNKNOWN_HANDLE");
    for (let at = 0; at < 4; at++) await host.callTool("notes", "run", {});
    await expect(host.callTool("notes", "run", {})).rejects.toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "processes" } });
    expect(sleepers()).toBeGreaterThanOrEqual(4);
    await host.revoke("notes");
    expect(sleepers()).toBe(0);
  });

  test("that floods is held back until it is read, and a secret among its words is hidden in the journal", async () => {
    const folder = await freshFolder();
    mkdirSync(join(folder, "bin"));
    writeFileSync(join(folder, "bin", "flood"), "#!/bin/sh\nhead -c 1000000 /dev/zero | tr '\\0' x; echo end >&2\n", { mode: 0o755 });
    const { host } = await makeHost({ commands: new CommandRunner({ searchPath: [join(folder, "bin")] }) });
    await installed(host, { manifest: { permissions: { commands: ["flood s3cret-value"], secrets: ["token"] } }, code: code("await ctx.secrets.get({ name: 'token' }); const { stdout, stderr } = await run(ctx, { argv: ['flood', 's3cret-value'] }); return [stdout.length, stderr];") });
    await host.secrets.set("notes", "token", "s3cret-value");
    expect(await host.callTool("notes", "run", {})).toEqual([1_000_000, "end\n"]);
    const [record] = await host.journal.tail(1, { method: "proc/spawn" });
    expect(JSON.stringify(record)).not.toContain("s3cret-value");
  });

  test("is refused by a host that runs none", async () => {
    const { host } = await makeHost();
    await installed(host, { manifest: { permissions: { commands: ["cat"] } }, code: code("return run(ctx, { argv: ['cat'] });") });
    await expect(host.callTool("notes", "run", {})).rejects.toMatchObject({ code: "BACKEND_UNAVAILABLE" });
  });
});

/** How many of this test's commands are alive on this machine. */
function sleepers(): number {
  return readdirSync("/proc").filter((name) => {
    try {
      return readFileSync(`/proc/${name}/cmdline`, "latin1").endsWith("sleep\0" + "86399\0");
    } catch {
      return false;
    }
  }).length;
}
