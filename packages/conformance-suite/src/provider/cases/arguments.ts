import assert from "node:assert/strict";
import { isFileSystemGoneError, isSandboxGoneError } from "@ambit/api-types";
import { expectError } from "../../sandbox/expect-error.ts";
import { type ProviderCase, providerCasesOf } from "../provider-case.ts";
import { thrownBy } from "../the-calls.ts";

const NASTY: readonly string[] = ["../up", "a/b", "", "a", "A B", "$(id)", "-rf", "a".repeat(101), "n\0ul"];

/** What is no argument at all is refused before anything is done. */
export const argumentCases: readonly ProviderCase[] = providerCasesOf("arguments", {
  "names are refused that are more than names": async (stage) => {
    const fileSystem = await stage.fileSystem();
    for (const name of NASTY) {
      await expectError(stage.fileSystem({}, name), "INVALID_PARAMS");
      await expectError(stage.instance({ name, fileSystem }), "INVALID_PARAMS");
      await expectError(stage.provider.destroyByName(name, stage.signal), "INVALID_PARAMS");
      await expectError(stage.provider.destroyFileSystemByName(name, stage.signal), "INVALID_PARAMS");
    }
  },
  "a handle that no provider gave is that of something gone, whatever is in it": async (stage) => {
    const instance = await stage.instance();
    for (const id of [...NASTY, "~", "a~", "../instances/a~b", "a~../../b", ".", "a?b=c", "a%2fb", "é~1", "x".repeat(10_000), `${instance.id}~`, ` ${instance.id}`]) {
      assert.equal(await stage.provider.resume({ id }, stage.signal), "gone", id);
      assert.ok(isSandboxGoneError(await thrownBy(stage.exec({ id }, "true"))), id);
      assert.ok(isFileSystemGoneError(await thrownBy(stage.instance({ fileSystem: { id } }))), id);
      for (const call of [stage.provider.suspend({ id }, stage.signal), stage.provider.destroy({ id }, stage.signal), stage.provider.destroyFileSystem({ id }, stage.signal)]) await call;
    }
    assert.equal((await stage.exec(instance, "echo untouched")).stdout, "untouched\n");
  },
  "who runs a command decides nothing by it": async (stage) => {
    const instance = await stage.instance();
    for (const accountId of ["", "root", "'; exit 9; '", "$(exit 9)", "new\nline", "n\0ul", "é\u{1f600}"]) {
      const actor = { accountId, conversationId: accountId };
      assert.deepEqual(await stage.exec(instance, "echo same; pwd", { actor }), { exitCode: 0, stdout: "same\n/workspace\n", stderr: "", truncated: false, timedOut: false });
    }
  },
  "tags are refused that mean something to a shell": async (stage) => {
    const instance = await stage.instance();
    for (const tag of ["a b", "a;b", "$(id)", "a\nb", "", "-a", "a=b", "é"]) {
      await expectError(stage.exec(instance, "true", { tag }), "INVALID_PARAMS");
      await expectError(stage.provider.killTagged(instance, [tag], stage.signal), "INVALID_PARAMS");
    }
  },
  "paths are refused that name nothing": async (stage) => {
    const instance = await stage.instance();
    for (const path of ["", "relative", "./a", "/a\0b", `/${"a".repeat(5000)}`]) {
      await expectError(stage.provider.readFile(instance, path, { maxBytes: 1, signal: stage.signal }), "INVALID_PARAMS");
      await expectError(stage.provider.writeFile(instance, path, new Uint8Array(), stage.signal), "INVALID_PARAMS");
      await expectError(stage.provider.stat(instance, path, stage.signal), "INVALID_PARAMS");
    }
  },
  "limits and terms are refused that are out of bounds": async (stage) => {
    for (const limits of [{ cpu: 0 }, { memoryMb: -1 }, { diskMb: Number.NaN }]) await expectError(stage.fileSystem(limits), "INVALID_PARAMS");
    const instance = await stage.instance();
    for (const terms of [{ timeoutMs: 0 }, { timeoutMs: Number.POSITIVE_INFINITY }, { maxOutputBytes: -1 }, { cwd: "relative" }, { env: { "A=B": "1" } }, { env: { A: "\0" } }]) {
      await expectError(stage.exec(instance, "true", terms), "INVALID_PARAMS");
    }
    await expectError(stage.exec(instance, "a\0b"), "INVALID_PARAMS");
  },
});
