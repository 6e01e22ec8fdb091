import { CREDIT_BYTES, PROCESSES_AT_ONCE } from "@ambit/api-types";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CommandRig } from "../testing/command-rig.ts";
import { mark, processesWith } from "../testing/confined-rig.ts";
import { until } from "../testing/host-process.ts";

const programs = mkdtempSync(join(tmpdir(), "ambit-programs-"));
const rig = new CommandRig({ searchPath: [programs, ...(process.env["PATH"] ?? "").split(":")] });
const ignore = (): undefined => undefined;

/** A program of the host that lives outside of its system folders. */
function program(name: string, text: string): void {
  writeFileSync(join(programs, name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(programs, name), 0o755);
}

beforeAll(() => {
  mkdirSync(join(rig.root, "sub"));
  writeFileSync(join(rig.root, "sub/file.txt"), "in sub");
  symlinkSync("/etc", join(rig.root, "out"));
  program("forever", "sleep 600 & exec sleep 600");
  program("printing", "exec yes");
  program("echoing", "exec cat");
  program("where", "pwd; ls -A; env; touch made 2>&1");
});
afterAll(() => {
  rig.close();
  rmSync(programs, { recursive: true });
});

describe("a command", () => {
  test("runs where it was registered for, or in a fresh empty folder", async () => {
    expect((await rig.run(["where"], { dir: "repo/sub" })).stdout).toMatch(/^\/repo\/sub\nfile\.txt\n[^]*touch: .*Read-only file system\n$/);
    expect((await rig.run(["where"], { dir: "" })).stdout).toMatch(/^\/temp\nPATH=|^\/temp\n(?!file)/);
  });

  test("does not leave its root by a link", async () => {
    await expect(rig.start(["where"], ignore, { dir: "repo/out" })).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    await expect(rig.start(["where"], ignore, { dir: "repo/gone" })).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
  });

  test("has an environment of the host's making", async () => {
    process.env["AMBIT_TEST_TOKEN"] = "host secret";
    const { stdout } = await rig.run(["where"]);
    expect(stdout).not.toContain("host secret");
    expect(stdout.split("\n").filter((line) => /^[A-Z_]+=/.test(line) && !/^(PATH|HOME|TMPDIR|LANG|PWD)=/.test(line))).toEqual([]);
  });

  test("gets the words of a shell as they are", async () => {
    program("words", 'printf "[%s]" "$@"');
    expect((await rig.run(["words", "$(touch x)", ";", "a b", "*", "`id`"], { line: "words '$(touch x)' ';' 'a b' '*' '`id`'" })).stdout).toBe("[$(touch x)][;][a b][*][`id`]");
  });

  test("that is not there ends with its name alone", async () => {
    await expect(rig.start(["no-such-program"], ignore)).rejects.toMatchObject({ code: "FILE_NOT_FOUND", details: { target: "no-such-program" } });
  });

  test("takes input, and no more than it reads", async () => {
    let printed = "";
    const command = await rig.start(["echoing"], (_stream, piece) => (printed += piece.toString()));
    command.write(Buffer.from("to and "));
    command.write(Buffer.from("fro"));
    command.closeInput();
    expect(await command.exited).toEqual({ ended: "itself", exitCode: 0 });
    await until(() => printed === "to and fro", 1000);
    expect(() => command.write(Buffer.from("x"))).toThrow(expect.objectContaining({ code: "UNKNOWN_HANDLE" }));
    const deaf = await rig.start(["forever"], ignore);
    expect(() => {
      for (;;) deaf.write(Buffer.alloc(65_536));
    }).toThrow(expect.objectContaining({ code: "LIMIT_EXCEEDED" }));
    await deaf.kill();
  });

  test("is not read past what is consumed", async () => {
    let taken = 0;
    const command = await rig.start(["printing"], (_stream, piece) => (taken += piece.length));
    await until(() => taken >= CREDIT_BYTES, 5000);
    const held = taken;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(taken).toBe(held);
    expect(held).toBeLessThan(CREDIT_BYTES + 128 * 1024);
    command.consumed(held);
    await until(() => taken > held, 5000);
    await command.kill();
    expect(await command.exited).toEqual({ ended: "stopped", exitCode: null });
  });
});

describe("an instance", () => {
  test("has four commands at once, and takes them with it", async () => {
    const marked = Object.values(mark())[0] ?? "";
    program(`sleeping-${marked}`, "sleep 600 & exec sleep 600");
    const start = (instanceId: string): ReturnType<CommandRig["start"]> => rig.start([`sleeping-${marked}`], ignore, { instanceId });
    const held = await Promise.all(Array.from({ length: PROCESSES_AT_ONCE }, () => start("full")));
    await expect(start("full")).rejects.toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "processes" } });
    const other = await start("other");
    await rig.runner.release("full");
    for (const command of held) expect((await command.exited).ended).toBe("stopped");
    expect((await start("full")).exited).toBeInstanceOf(Promise);
    await rig.runner.release("full");
    await other.kill();
    expect(processesWith({ marked })).toEqual([]);
  });

  test("that ends while a command begins leaves none", async () => {
    const starting = rig.start(["forever"], ignore, { instanceId: "brief" });
    const refused = expect(starting).rejects.toMatchObject({ code: "INSTANCE_STOPPED" });
    await rig.runner.release("brief");
    await refused;
  });
});
