import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { mark, processesWith } from "../testing/confined-rig.ts";
import { until } from "../testing/host-process.ts";
import { ScriptRig } from "../testing/script-rig.ts";
import { PythonLanguage } from "./python/python-language.ts";

const rig = new ScriptRig();
afterAll(() => rig.close());

let workspace = "";
beforeEach(() => {
  workspace = mkdtempSync(join(rig.workspace, "w-"));
});
const run = (script: string, args: Parameters<ScriptRig["run"]>[1] = {}, parts: Parameters<ScriptRig["run"]>[2] = {}): ReturnType<ScriptRig["run"]> => rig.run(script, args, { workspace, ...parts });

describe("arguments and result", () => {
  test("arguments come as JSON on standard input, and plain text is the result", async () => {
    expect(await run("import sys; print('  got', sys.stdin.read(), ' ')", { amount: 5, to: "EUR" })).toEqual({ text: 'got {"amount":5,"to":"EUR"}', failed: false, changes: [] });
  });

  test.each([[null], [3], ["text"], [[1, 2]], [true]])("what is no object comes as an empty one: %j", async (args) => {
    expect((await run("import sys; print(sys.stdin.read())", args)).text).toBe("{}");
  });

  test("an object has a text, and files that are inside and exist", async () => {
    symlinkSync("/etc/passwd", join(workspace, "link"));
    symlinkSync("/etc", join(workspace, "folder"));
    const script = `
import json
open("out.csv", "w").write("1")
print(json.dumps({"text": "done", "files": ["out.csv", "../x", "/etc/passwd", "link", "folder/passwd", "missing", "", ".", 7, None, "a\\u0000b", "kept.txt"]}))
`;
    writeFileSync(join(workspace, "kept.txt"), "");
    const { text, changes } = await run(script);
    expect(text).toBe("done");
    expect(changes).toEqual([{ kind: "created", path: "out.csv" }, { kind: "modified", path: "kept.txt" }]);
  });

  test.each([
    ["nothing", "", "(no result)"],
    ["an empty text", 'print(\'{"text": ""}\')', "(no result)"],
    ["an object without a text", "print('{\"x\": 1}')", '{"x": 1}'],
    ["a text that is none", "print('{\"text\": 5}')", '{"text": 5}'],
    ["half an object", "print('{\"text\": ')", '{"text":'],
    ["a list", "print('[1]')", "[1]"],
    ["too deep an object", "print('{\"a\":' * 2000 + '1' + '}' * 2000)", `${'{"a":'.repeat(2000)}1${"}".repeat(2000)}`],
    ["bytes that are no text", "import sys; sys.stdout.buffer.write(b'a\\xffb')", "a\ufffdb"],
  ])("%s is taken as it is", async (_name, script, text) => {
    expect(await run(script)).toMatchObject({ text, failed: false });
  });
});

describe("surroundings", () => {
  test("folders, settings and nothing of the host's are in the environment", async () => {
    process.env["AMBIT_TEST_TOKEN"] = "host secret";
    const result = await run("import json, os; print(json.dumps({'text': json.dumps([os.getcwd(), dict(os.environ)])}))", {}, { plugin: { settings: { API_KEY: "k", AMBIT_CHAT_DIR: "mine" } } });
    const [folder, environment] = JSON.parse(result.text) as [string, Record<string, string>];
    expect(folder).toBe("/workspace");
    expect(environment).toMatchObject({ API_KEY: "k", AMBIT_CHAT_DIR: "/workspace", HOB_CHAT_DIR: "/workspace", BYOB_CHAT_DIR: "/workspace", AMBIT_PLUGIN_DIR: "/plugin", HOB_PLUGIN_DIR: "/plugin", BYOB_PLUGIN_DIR: "/plugin" });
    expect(JSON.stringify(environment)).not.toContain("host secret");
    expect(Object.keys(environment).filter((name) => !/^(?:PATH|HOME|TMPDIR|LANG|LC_CTYPE|PWD|LD_LIBRARY_PATH|PYTHON\w+|API_KEY|(?:AMBIT|HOB|BYOB)_(?:CHAT|PLUGIN)_DIR)$/.test(name))).toEqual([]);
  });

  test("workspace and temp can be written, the plugin read, the rest not", async () => {
    rig.write("lib/data.txt", "data");
    const script = `
import os, tempfile
print(open("/plugin/lib/data.txt").read())
open("made.txt", "w").write("x"); tempfile.NamedTemporaryFile().write(b"x")
for path in ["/plugin/x", "/usr/x", "/x"]:
    try: open(path, "w"); print("wrote", path)
    except OSError as e: print(e.strerror)
print(os.path.exists(os.path.expanduser("~root/.ssh")), os.path.exists("${rig.bundleDir}"), os.path.exists("${workspace}"))
`;
    const result = await run(script);
    expect(result.text).toBe("data\nRead-only file system\nRead-only file system\nRead-only file system\nFalse False False");
    expect(result.changes).toEqual([{ kind: "created", path: "made.txt" }]);
  });

  test("a plugin without network has none", async () => {
    const script = "import socket\nfor f in (socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK):\n  try: socket.socket(f); print('made')\n  except OSError as e: print(e.strerror)";
    expect((await run(script)).text).toBe("Address family not supported by protocol\n".repeat(3).trim());
  });

  test("a setting cannot reach the programs that hold the script", async () => {
    expect(await run("print(1)", {}, { plugin: { settings: { LD_PRELOAD: "/plugin/x.so" } } })).toEqual({ text: "Rates couldn't run: The variable LD_PRELOAD cannot be handed to a confined process.", failed: true, failure: { code: "INVALID_PARAMS" }, changes: [] });
  });

  test("scripts for Node run too, and can import what is beside them", async () => {
    rig.write("tools/part.mjs", "export const word = 'part';");
    const script = "import { word } from './part.mjs'; let text = ''; for await (const piece of process.stdin) text += piece; console.log(word, text, process.cwd(), Object.keys(process.env).includes('AMBIT_TEST_TOKEN'));";
    expect((await run(script, { a: 1 }, { path: "tools/main.mjs" })).text).toBe('part {"a":1} /workspace false');
  });
});

describe("ends", () => {
  test("too long: stopped with all it started, in words of its own", async () => {
    const marked = mark();
    const result = await run("import os, subprocess, time\nsubprocess.Popen(['sleep', '600'], start_new_session=True)\ntime.sleep(600)", {}, { limits: { scriptSeconds: 1 }, plugin: { settings: marked } });
    expect(result).toEqual({ text: "Rates took longer than 1 seconds and was stopped.", failed: true, failure: { code: "LIMIT_EXCEEDED", limit: "scriptSeconds" }, changes: [] });
    expect(processesWith(marked)).toEqual([]);
  });

  test("stopped by the caller, before and during", async () => {
    const marked = mark();
    expect((await run("print(1)", {}, { signal: AbortSignal.abort() })).text).toBe("Stopped by the user.");
    const control = new AbortController();
    const running = run("import signal, time\nfor s in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP): signal.signal(s, signal.SIG_IGN)\nopen('begun', 'w'); time.sleep(600)", {}, { signal: control.signal, plugin: { settings: marked } });
    await until(() => processesWith(marked).length > 0, 10_000);
    control.abort();
    expect(await running).toEqual({ text: "Stopped by the user.", failed: true, failure: { code: "CALL_CANCELLED" }, changes: [] });
    expect(processesWith(marked)).toEqual([]);
  });

  test("a problem: both streams, and no changes", async () => {
    const result = await run("import sys\nprint(' out ')\nprint(' err ', file=sys.stderr)\nopen('x', 'w')\nsys.exit(3)");
    expect(result).toEqual({ text: "Rates ran into a problem:\nout\nerr", failed: true, failure: { code: "GUEST_ERROR" }, changes: [] });
  });

  test("an exception shows its trace with the view's paths alone", async () => {
    const { text } = await run("raise ValueError('no')");
    expect(text).toContain('File "/plugin/tools/main.py", line 1');
    expect(text).toContain("ValueError: no");
    expect(text).not.toContain(rig.bundleDir);
  });

  test("ended by a signal: a problem", async () => {
    expect((await run("import os; os.kill(os.getpid(), 9)")).text).toBe("Rates ran into a problem:\n");
  });

  test("an interpreter that is missing", async () => {
    const [python] = rig.languages.splice(0, 1, new PythonLanguage({ command: "/nowhere/python3" }));
    const result = await run("print(1)");
    if (python !== undefined) rig.languages.splice(0, 1, python);
    expect(result.text).toMatch(/^Rates couldn't run: There is no Python here: install it/);
  });

  test("a script that went missing", async () => {
    const tool = rig.tool("print(1)", { path: "tools/gone.py" });
    rmSync(join(rig.bundleDir, "tools/gone.py"));
    expect((await tool.run({}, { workspace })).text).toBe("Rates: tools/gone.py is missing");
  });

  test("a workspace that is gone, and one that goes while the script runs", async () => {
    expect((await run("print(1)", {}, { workspace: join(workspace, "gone") })).text).toBe("Rates couldn't run: /workspace cannot be given to the process: it is not there any more.");
    const result = run("import os, time\nopen('begun', 'w').close()\nwhile os.path.exists('begun'): time.sleep(0.01)\nprint('saw it go')");
    await until(() => existsSync(join(workspace, "begun")), 10_000);
    rmSync(workspace, { recursive: true });
    expect(await result).toEqual({ text: "saw it go", failed: false, changes: [] });
  });
});

describe("output", () => {
  test("is capped for each stream, the rest is dropped, and it is said", async () => {
    const { text, failed } = await run("import sys; sys.stdout.write('x' * 1_000_000); sys.stderr.write('y' * 1_000_000)");
    expect(failed).toBe(false);
    expect(text).toBe(`${"x".repeat(262_144)}\n…(output cut: it was too long)`);
  });

  test("without an end does not hold the host up", async () => {
    const before = process.memoryUsage.rss();
    const { text } = await run("import sys\nwhile True: sys.stdout.write('y' * 100_000)", {}, { limits: { scriptSeconds: 2 } });
    expect(text).toBe("Rates took longer than 2 seconds and was stopped.");
    expect(process.memoryUsage.rss() - before).toBeLessThan(128 * 1024 * 1024);
  });

  test("closed while the script lives on: its end is waited for", async () => {
    const { text } = await run("import os, time\nprint('said', flush=True)\nos.close(1); os.close(2)\ntime.sleep(0.3)\nopen('late', 'w')");
    expect(text).toBe("said");
  });
});

describe("changes", () => {
  test("created and modified, two levels down, dot files skipped", async () => {
    writeFileSync(join(workspace, "old.txt"), "old");
    mkdirSync(join(workspace, "a/b/c"), { recursive: true });
    const script = "import os, time\nfor p in ['a/b/new.txt', 'a/b/c/deep.txt', '.hidden', 'a/.h', 'top.txt', 'old.txt']: open(p, 'w').write('x')\nos.makedirs('.d'); open('.d/x', 'w'); os.mkfifo('pipe'); os.symlink('/etc/passwd', 'l'); os.symlink('/etc', 'dir')";
    expect((await run(script)).changes).toEqual([{ kind: "created", path: "a/b/new.txt" }, { kind: "modified", path: "old.txt" }, { kind: "created", path: "top.txt" }]);
  });

  test("of a script that read alone: none", async () => {
    writeFileSync(join(workspace, "old.txt"), "old");
    expect((await run("print(open('old.txt').read())")).changes).toEqual([]);
  });
});
