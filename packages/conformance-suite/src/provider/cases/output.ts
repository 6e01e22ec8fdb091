import assert from "node:assert/strict";
import { type ProviderCase, providerCasesOf } from "../provider-case.ts";

/** What a command hands back. */
export const outputCases: readonly ProviderCase[] = providerCasesOf("output", {
  "both streams and the exit code come back, each as it is": async (stage) => {
    const instance = await stage.instance();
    assert.deepEqual(await stage.exec(instance, "echo out; echo err >&2; exit 3"), { exitCode: 3, stdout: "out\n", stderr: "err\n", truncated: false, timedOut: false });
    assert.deepEqual(await stage.exec(instance, "true"), { exitCode: 0, stdout: "", stderr: "", truncated: false, timedOut: false });
    assert.equal((await stage.exec(instance, "no-such-program-anywhere")).exitCode, 127);
    assert.equal((await stage.exec(instance, "kill -9 $$")).exitCode, 137);
  },
  "output can be opened by its name": async (stage) => {
    const instance = await stage.instance();
    const result = await stage.exec(instance, "echo out > /dev/stdout; echo err > /dev/stderr; echo more | tee /dev/stderr");
    assert.deepEqual([result.exitCode, result.stdout, result.stderr], [0, "out\nmore\n", "err\nmore\n"]);
  },
  "maxOutputBytes counts both streams together, and the command goes on": async (stage) => {
    const instance = await stage.instance();
    const result = await stage.exec(instance, "head -c 600 /dev/zero | tr '\\0' a; head -c 600 /dev/zero | tr '\\0' b >&2; sleep 0.3; echo done > /workspace/done; exit 5", { maxOutputBytes: 1000 });
    assert.deepEqual([result.stdout.length + result.stderr.length, result.truncated, result.exitCode], [1000, true, 5]);
    assert.ok(/^a+$/.test(result.stdout) && /^b+$/.test(result.stderr));
    assert.equal(await stage.read(instance, "/workspace/done"), "done\n");
  },
  "output of exactly maxOutputBytes is whole": async (stage) => {
    const instance = await stage.instance();
    const result = await stage.exec(instance, "head -c 500 /dev/zero | tr '\\0' a; head -c 500 /dev/zero | tr '\\0' b >&2", { maxOutputBytes: 1000 });
    assert.deepEqual([result.stdout.length, result.stderr.length, result.truncated], [500, 500, false]);
  },
  "no output is kept where none is wanted": async (stage) => {
    const instance = await stage.instance();
    assert.deepEqual(await stage.exec(instance, "echo a; echo b >&2; exit 2", { maxOutputBytes: 0 }), { exitCode: 2, stdout: "", stderr: "", truncated: true, timedOut: false });
  },
  "much more output than is kept does not hold the command up": async (stage) => {
    const instance = await stage.instance();
    const result = await stage.exec(instance, "head -c 40000000 /dev/zero; echo done > /workspace/done", { maxOutputBytes: 10 });
    assert.deepEqual([result.exitCode, result.truncated, result.stdout], [0, true, "\0".repeat(10)]);
    assert.equal(await stage.read(instance, "/workspace/done"), "done\n");
  },
  "a large output comes back whole": async (stage) => {
    const instance = await stage.instance();
    const result = await stage.exec(instance, "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); echo $i; done", { maxOutputBytes: 1024 * 1024 });
    assert.deepEqual([result.stdout, result.truncated], [Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join(""), false]);
  },
  "bytes that are no text do no harm": async (stage) => {
    const instance = await stage.instance();
    const result = await stage.exec(instance, "printf 'a\\377\\000\\303\\251\\200b'; printf '\\376' >&2");
    assert.deepEqual([result.exitCode, result.stdout, result.stderr], [0, "a\ufffd\0\u00e9\ufffdb", "\ufffd"]);
  },
  "a character that comes in two pieces is one": async (stage) => {
    const instance = await stage.instance();
    assert.equal((await stage.exec(instance, "printf '\\303'; sleep 0.3; printf '\\251'")).stdout, "\u00e9");
  },
  "a command has no input": async (stage) => {
    const instance = await stage.instance();
    assert.deepEqual((await stage.exec(instance, "cat; echo end", { timeoutMs: 5000 })).stdout, "end\n");
  },
  "directory and variables are those asked for": async (stage) => {
    const instance = await stage.instance();
    const env = { GREETING: "it's \"here\"\n$HOME `id` \\", EMPTY: "" };
    const result = await stage.exec(instance, 'pwd; printf "%s" "$GREETING"; echo "${EMPTY-unset}"', { cwd: "/tmp", env });
    assert.equal(result.stdout.replace(/^\/(temp|private\/tmp)\n/, "/tmp\n"), `/tmp\n${env.GREETING}\n`);
  },
  "a command is a line for a shell, whatever is in it": async (stage) => {
    const instance = await stage.instance();
    const result = await stage.exec(instance, "A='single \"double\" $HOME \\ é'\nprintf '%s\\n' \"$A\" # comment\nif true; then echo \"two words\" | tr ' ' '_'; fi");
    assert.equal(result.stdout, "single \"double\" $HOME \\ é\ntwo_words\n");
  },
  "what a command leaves behind with its output open does not hold the call up": async (stage) => {
    const instance = await stage.instance();
    const begun = performance.now();
    const result = await stage.exec(instance, "sleep 20 & echo now");
    assert.deepEqual([result.exitCode, result.stdout], [0, "now\n"]);
    assert.ok(performance.now() - begun < 10_000, "the call waited for the process that was left");
    await stage.provider.killAll(instance, stage.signal);
  },
});
