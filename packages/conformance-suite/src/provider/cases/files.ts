import assert from "node:assert/strict";
import { type ProviderCase, providerCasesOf } from "../provider-case.ts";
import { thrownBy } from "../the-calls.ts";
import { within } from "../../sandbox/within.ts";

const everyByte = new Uint8Array(Array.from({ length: 256 }, (_, value) => value));

/** Files, byte by byte. */
export const fileCases: readonly ProviderCase[] = providerCasesOf("files", {
  "every byte comes back, and parents are made": async (stage) => {
    const instance = await stage.instance();
    await stage.provider.writeFile(instance, "/workspace/new/dir/file", everyByte, stage.signal);
    const file = await stage.provider.readFile(instance, "/workspace/new/dir/file", { maxBytes: 1000, signal: stage.signal });
    assert.deepEqual([Buffer.from(file?.data ?? []), file?.truncated], [Buffer.from(everyByte), false]);
  },
  "at most maxBytes are read, and whether there is more is said": async (stage) => {
    const instance = await stage.instance();
    await stage.provider.writeFile(instance, "/workspace/file", everyByte, stage.signal);
    for (const [maxBytes, bytes, truncated] of [[100, 100, true], [255, 255, true], [256, 256, false], [0, 0, true]] as const) {
      const file = await stage.provider.readFile(instance, "/workspace/file", { maxBytes, signal: stage.signal });
      assert.deepEqual([Buffer.from(file?.data ?? []), file?.truncated], [Buffer.from(everyByte.subarray(0, bytes)), truncated]);
    }
  },
  "nothing and a folder are read as null": async (stage) => {
    const instance = await stage.instance();
    await stage.write(instance, "/workspace/file", "a");
    for (const path of ["/workspace/none", "/workspace/none/deeper", "/workspace", "/workspace/file/below"]) assert.equal(await stage.read(instance, path), null, path);
  },
  "a look tells files, folders, sizes and nothing apart": async (stage) => {
    const instance = await stage.instance();
    const before = Date.now();
    await stage.write(instance, "/workspace/dir/file", "12345");
    const look = (path: string): ReturnType<typeof stage.provider.stat> => stage.provider.stat(instance, path, stage.signal);
    const file = await look("/workspace/dir/file");
    assert.deepEqual([file?.kind, file?.size], ["file", 5]);
    assert.ok(Math.abs((file?.modifiedAt ?? 0) - before) < 60_000, `${file?.modifiedAt} is not about ${before}`);
    assert.equal((await look("/workspace/dir"))?.kind, "directory");
    for (const path of ["/workspace/none", "/workspace/dir/file/below"]) assert.equal(await look(path), null);
    await stage.exec(instance, "ln -s dir/file link; ln -s nowhere broken; mkfifo pipe");
    assert.deepEqual([(await look("/workspace/link"))?.size, await look("/workspace/broken"), (await look("/workspace/pipe"))?.kind], [5, null, "other"]);
  },
  "a file is replaced whole": async (stage) => {
    const instance = await stage.instance();
    await stage.write(instance, "/workspace/file", "a long text that was there before");
    await stage.write(instance, "/workspace/file", "short");
    assert.equal(await stage.read(instance, "/workspace/file"), "short");
    await stage.write(instance, "/workspace/file", "");
    assert.equal(await stage.read(instance, "/workspace/file"), "");
    assert.equal((await stage.exec(instance, "ls -A")).stdout, "file\n");
  },
  "a file that can be run can still be run after it was written": async (stage) => {
    const instance = await stage.instance();
    await stage.exec(instance, "echo 'echo before' > run; chmod 755 run");
    await stage.write(instance, "/workspace/run", "echo after\n");
    assert.equal((await stage.exec(instance, "./run")).stdout, "after\n");
  },
  "names are names, whatever is in them": async (stage) => {
    const instance = await stage.instance();
    for (const name of ["a b", "-rf", "it's", '"quoted"', "new\nline", "$HOME", "`id`", "é\u{1f600}", "*", "..a", "a;b", "tab\there"]) {
      await stage.write(instance, `/workspace/names/${name}`, name);
      assert.equal(await stage.read(instance, `/workspace/names/${name}`), name);
      assert.equal((await stage.provider.stat(instance, `/workspace/names/${name}`, stage.signal))?.size, Buffer.byteLength(name));
    }
    // Nothing else is there, such as a file that a name led to elsewhere.
    assert.equal((await stage.exec(instance, 'ls -A; n=0; for name in names/* names/..?*; do [ -e "$name" ] && n=$((n+1)); done; echo $n')).stdout, "names\n12\n");
  },
  "a file of several mebibytes comes back whole": async (stage) => {
    const instance = await stage.instance();
    const data = Buffer.from(Array.from({ length: 5 * 1024 * 1024 }, (_, index) => (index * 7 + (index >> 8)) & 255));
    await stage.provider.writeFile(instance, "/workspace/file", data, stage.signal);
    const file = await stage.provider.readFile(instance, "/workspace/file", { maxBytes: data.length + 1, signal: stage.signal });
    assert.ok(Buffer.from(file?.data ?? []).equals(data) && file?.truncated === false);
  },
  "commands and calls see the same files": async (stage) => {
    const instance = await stage.instance();
    await stage.write(instance, "/workspace/in", "given");
    assert.equal((await stage.exec(instance, "cat in; printf made > out; rm in")).stdout, "given");
    assert.deepEqual([await stage.read(instance, "/workspace/out"), await stage.read(instance, "/workspace/in")], ["made", null]);
  },
  "a link is followed": async (stage) => {
    const instance = await stage.instance();
    await stage.exec(instance, "mkdir real; echo before > real/file; ln -s real/file link; ln -s real dir");
    await stage.write(instance, "/workspace/link", "after");
    await stage.write(instance, "/workspace/dir/other", "other");
    assert.equal((await stage.exec(instance, "cat real/file real/other; [ -L link ] && [ -L dir ] && echo links")).stdout, "afterotherlinks\n");
  },
  "a pipe is not waited for": async (stage) => {
    const instance = await stage.instance();
    await stage.exec(instance, "mkfifo pipe");
    assert.notEqual(await within(20_000, "reading a pipe", thrownBy(stage.provider.readFile(instance, "/workspace/pipe", { maxBytes: 10, signal: stage.signal }))), undefined);
    assert.notEqual(await within(20_000, "writing a pipe", thrownBy(stage.write(instance, "/workspace/pipe", "a"))), undefined);
  },
  "writing over a folder fails and leaves it": async (stage) => {
    const instance = await stage.instance();
    await stage.write(instance, "/workspace/dir/file", "kept");
    assert.notEqual(await thrownBy(stage.write(instance, "/workspace/dir", "a")), undefined);
    assert.equal(await stage.read(instance, "/workspace/dir/file"), "kept");
  },
});
