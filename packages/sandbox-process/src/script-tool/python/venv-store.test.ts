import type { ConnectionRecord } from "@ambit/api-types";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { until } from "../../testing/host-process.ts";
import { PackageIndex } from "../../testing/package-index.ts";
import { ScriptRig } from "../../testing/script-rig.ts";
import { PythonLanguage } from "./python-language.ts";
import { VenvStore } from "./venv-store.ts";

const rig = new ScriptRig();
const index = new PackageIndex();
const folder = mkdtempSync(join(tmpdir(), "ambit-venvs-"));
const records: ConnectionRecord[] = [];
let url = new URL("http://unset.example.dev");

const IMPORT = "import ambit_sample, sys; print(ambit_sample.WORD, sys.prefix)";

function useStore(changes: { readonly buildSeconds?: number } = {}): void {
  const venvs = new VenvStore({ confiner: rig.confiner, folder, index: url, resolve: async () => ["127.0.0.1"], onRecord: (record) => records.push(record), ...changes });
  rig.languages.splice(0, 1, new PythonLanguage({ venvs }));
}

const kept = (): string[] => readdirSync(folder).filter((name) => !name.startsWith("building-"));
const unfinished = (): string[] => readdirSync(folder).filter((name) => name.startsWith("building-"));

beforeAll(async () => {
  url = await index.listen();
});
beforeEach(() => {
  index.hangs = false;
  index.asked.length = 0;
  records.length = 0;
  useStore();
});
afterAll(async () => {
  rig.close();
  await index.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("a plugin with requirements", () => {
  test("gets an environment of its own, built once for all that ask at once, from the one index", async () => {
    rig.write("requirements.txt", "ambit-sample==1.0\n");
    const results = await Promise.all([rig.run(IMPORT), rig.run(IMPORT), rig.run(IMPORT)]);
    expect(results.map(({ text }) => text)).toEqual(["from the index /venv", "from the index /venv", "from the index /venv"]);
    expect(index.asked.filter((path) => path.startsWith("/files/"))).toHaveLength(1);
    expect(new Set(records.map(({ target }) => target))).toEqual(new Set(["index.example.dev"]));
    expect(kept()).toHaveLength(1);
    index.asked.length = 0;
    useStore();
    expect((await rig.run(IMPORT)).text).toBe("from the index /venv");
    expect(index.asked).toEqual([]);
    expect(unfinished()).toEqual([]);
  });

  test("cannot write its environment", async () => {
    rig.write("requirements.txt", "ambit-sample==1.0\n");
    expect((await rig.run("open('/venv/x', 'w')")).text).toContain("Read-only file system");
  });

  test("that cannot be installed is told, and nothing is kept", async () => {
    rig.write("requirements.txt", "no-such-package==9\n");
    const before = kept();
    const { text, failed } = await rig.run(IMPORT);
    expect(failed).toBe(true);
    expect(text).toMatch(/^Rates couldn't run: its Python packages could not be installed:\n[^]*no-such-package/);
    expect(text).not.toContain(folder);
    expect([kept(), unfinished()]).toEqual([before, []]);
  });

  test("reaches no other server than the index", async () => {
    rig.write("requirements.txt", "https://files.example.dev/x-1.0-py3-none-any.whl\n");
    expect((await rig.run(IMPORT)).text).toContain("could not be installed");
    expect(records.some(({ target, outcome }) => target === "files.example.dev" && outcome === "refused")).toBe(true);
  });

  test("stopped while it is built: nothing is kept, and the next call builds anew", async () => {
    rig.write("requirements.txt", "ambit-sample==1.0\n# another digest\n");
    const before = kept();
    index.hangs = true;
    const [first, second] = [new AbortController(), new AbortController()];
    const results = [rig.run(IMPORT, {}, { signal: first.signal }), rig.run(IMPORT, {}, { signal: second.signal })];
    await until(() => index.asked.length > 0, 25_000);
    first.abort();
    expect((await results[0])?.text).toBe("Stopped by the user.");
    expect(unfinished()).toHaveLength(1);
    second.abort();
    expect((await results[1])?.text).toBe("Stopped by the user.");
    await until(() => unfinished().length === 0, 5000);
    expect(kept()).toEqual(before);
    index.hangs = false;
    expect((await rig.run(IMPORT)).text).toBe("from the index /venv");
  });

  test("that takes too long is ended", async () => {
    useStore({ buildSeconds: 1 });
    index.hangs = true;
    rig.write("requirements.txt", "ambit-sample==1.0\n# one more digest\n");
    expect((await rig.run(IMPORT)).text).toBe("Rates couldn't run: Installing its Python packages took longer than 1 seconds.");
    expect(unfinished()).toEqual([]);
  });

  test("is refused where no index is named", async () => {
    rig.languages.splice(0, 1, new PythonLanguage());
    expect((await rig.run(IMPORT)).text).toBe("Rates couldn't run: It needs Python packages, and the host names no package index. Its operator can: python.packageIndex in host.json, or AMBIT_PACKAGE_INDEX for the command line.");
  });

  test("whose requirements are comments alone needs no environment", async () => {
    rig.languages.splice(0, 1, new PythonLanguage());
    rig.write("requirements.txt", "\n  # nothing\n");
    expect((await rig.run("import sys; print(sys.prefix != '/venv')")).text).toBe("True");
  });
});
