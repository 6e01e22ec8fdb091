import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mark, processesWith } from "../../testing/confined-rig.ts";
import { until } from "../../testing/host-process.ts";
import { ScriptRig } from "../../testing/script-rig.ts";
import { PythonLanguage } from "./python-language.ts";
import { WarmPython } from "./warm-python.ts";

const rig = new ScriptRig();
let warm = new WarmPython({ confiner: rig.confiner });

/** Tells whether it was forked from a warm interpreter, by that one's words. */
const PARENT = "import os; print('CONTROL_IN' in open('/proc/%d/cmdline' % os.getppid()).read())";

/** Runs a script once it would be warm. */
async function warmed(...order: Parameters<ScriptRig["run"]>): ReturnType<ScriptRig["run"]> {
  await untilAsync(async () => (await rig.run(PARENT, {}, order[2])).text === "True");
  return rig.run(...order);
}

async function untilAsync(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) if (await holds()) return;
  throw new Error("No call was ever warm.");
}

beforeAll(() => void rig.languages.splice(0, 1, new PythonLanguage({ warm })));
afterAll(async () => {
  await warm.close();
  rig.close();
});

describe("a warm call", () => {
  test("gets its arguments and gives its result as a cold one does", async () => {
    expect(await warmed("import sys, os; open('made.txt', 'w').write('x'); print(sys.stdin.read(), os.getcwd(), sys.argv, __name__, __file__)", { a: "ü" })).toEqual({
      text: `{"a":"ü"} /workspace ['/plugin/tools/main.py'] __main__ /plugin/tools/main.py`,
      failed: false,
      changes: [{ kind: "created", path: "made.txt" }],
    });
  });

  test("has a clean interpreter, environment and private folder", async () => {
    const first = "import os, sys, builtins; builtins.left = 1; sys.modules['left'] = sys; os.environ['LEFT'] = '1'; open('/temp/left', 'w'); os.makedirs('/temp/a/b'); open('/dev/shm/left', 'w'); os.chdir('/'); print(os.environ.get('GIVEN'))";
    expect((await warmed(first, {}, { plugin: { settings: { GIVEN: "yes" } } })).text).toBe("yes");
    const second = "import os, sys, builtins; print(hasattr(builtins, 'left'), 'left' in sys.modules, os.environ.get('LEFT'), os.environ.get('GIVEN'), os.listdir('/temp'), os.listdir('/dev/shm'), os.getcwd())";
    expect((await warmed(second)).text).toBe("False False None None [] [] /workspace");
  });

  test("shows a problem as a cold one does", async () => {
    const { text } = await warmed("import sys\nprint('out')\ndef f():\n  raise ValueError('no')\nf()");
    expect(text).toBe('Rates ran into a problem:\nout\nTraceback (most recent call last):\n  File "/plugin/tools/main.py", line 5, in <module>\n    f()\n  File "/plugin/tools/main.py", line 4, in f\n    raise ValueError(\'no\')\nValueError: no');
    expect((await warmed("import sys; sys.exit(3)")).text).toBe("Rates ran into a problem:\n");
    expect((await warmed("import atexit; atexit.register(lambda: print('at exit'))")).text).toBe("at exit");
  });

  test("takes everything that it started with it", async () => {
    const marked = mark();
    const script = "import os, subprocess, time\nsubprocess.Popen(['sleep', '600'], start_new_session=True)\nif os.fork() == 0:\n  os.setsid(); time.sleep(600)\nprint('left two')";
    expect((await warmed(script, {}, { plugin: { settings: marked } })).text).toBe("left two");
    expect(processesWith(marked)).toEqual([]);
  });

  test("ends at its time, and the next is warm all the same", async () => {
    const result = await warmed("import subprocess\nsubprocess.Popen(['sleep', '600'])\nwhile True: pass", {}, { limits: { scriptSeconds: 1 } });
    expect(result.text).toBe("Rates took longer than 1 seconds and was stopped.");
    expect((await warmed("print('next')", {}, { limits: { scriptSeconds: 1 } })).text).toBe("next");
  });

  test("is stopped by its caller", async () => {
    const control = new AbortController();
    const running = warmed("open('begun', 'w'); import time; time.sleep(600)", {}, { signal: control.signal });
    await until(() => existsSync(join(rig.workspace, "begun")), 20_000);
    control.abort();
    expect((await running).text).toBe("Stopped by the user.");
    expect((await warmed("print('next')")).text).toBe("next");
  });

  test("has its output capped, and as much input as there is", async () => {
    const { text } = await warmed("import sys; sys.stdout.write('x' * 1_000_000); sys.stderr.write('y' * 1_000_000)");
    expect(text).toBe(`${"x".repeat(262_144)}\n…(output cut: it was too long)`);
    expect((await warmed("import sys; print(len(sys.stdin.read()))", { long: "z".repeat(500_000) })).text).toBe("500011");
    expect((await warmed("print('did not read')", { long: "z".repeat(500_000) })).text).toBe("did not read");
  });

  test("cannot keep the interpreter that it was forked from from ending", async () => {
    expect((await warmed("import os, signal; os.kill(os.getppid(), signal.SIGKILL); import time; time.sleep(600)")).text).toMatch(/^Rates ran into a problem:/);
    const stopped = await warmed("import os, signal; os.kill(os.getppid(), signal.SIGSTOP); import time; time.sleep(600)", {}, { limits: { scriptSeconds: 1 } });
    expect(stopped.text).toBe("Rates took longer than 1 seconds and was stopped.");
    expect((await warmed("print('next')")).text).toBe("next");
  });

  test("that leaves what cannot be removed is the interpreter's last", async () => {
    expect((await warmed("import os; os.makedirs('/temp/a/b'); os.chmod('/temp/a', 0)")).text).toBe("(no result)");
    expect((await warmed("import os; print(os.listdir('/temp'))")).text).toBe("[]");
  });
});

test("a call that finds none free runs beside it", async () => {
  const results = await Promise.all(Array.from({ length: 4 }, (_, index) => rig.run("import time; time.sleep(0.1); print('ran')", { index })));
  expect(results.map(({ text }) => text)).toEqual(["ran", "ran", "ran", "ran"]);
});

test("interpreters make room, end when they are idle, and all end at the close", async () => {
  const before = warm;
  warm = new WarmPython({ confiner: rig.confiner, most: 1, idleSeconds: 0.3 });
  rig.languages.splice(0, 1, new PythonLanguage({ warm }));
  await before.close();
  const marked = mark();
  await warmed("print(1)", {}, { plugin: { settings: { ...marked, PYTHON_MARK: Object.values(marked)[0] ?? "" } } });
  expect(processesWith(marked).length).toBeGreaterThan(0);
  await until(() => processesWith(marked).length === 0, 5000);
});
