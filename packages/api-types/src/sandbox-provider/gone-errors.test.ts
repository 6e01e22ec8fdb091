import { expect, test } from "vitest";
import { AmbitError } from "../errors/ambit-error.ts";
import { FileSystemGoneError, isFileSystemGoneError, isSandboxGoneError, SandboxGoneError } from "./gone-errors.ts";

test("each is an Ambit error with its code and its mark", () => {
  const gone = new SandboxGoneError("The container was removed.");
  const lost = new FileSystemGoneError("The volume was removed.");
  expect([gone.code, gone.sandboxGone, lost.code, lost.fileSystemGone]).toEqual(["SANDBOX_GONE", true, "FILE_SYSTEM_GONE", true]);
  expect(AmbitError.isInstance(gone) && AmbitError.isInstance(lost)).toBe(true);
});

test("they are recognised by shape, whoever made them, and not for each other", () => {
  expect([isSandboxGoneError(new SandboxGoneError("x")), isFileSystemGoneError(new SandboxGoneError("x"))]).toEqual([true, false]);
  expect([isSandboxGoneError(new FileSystemGoneError("x")), isFileSystemGoneError(new FileSystemGoneError("x"))]).toEqual([false, true]);
  expect(isSandboxGoneError(Object.assign(new Error("x"), { sandboxGone: true }))).toBe(true);
  expect(isFileSystemGoneError({ fileSystemGone: true })).toBe(true);
  for (const other of [null, undefined, "sandboxGone", new Error("sandboxGone"), { sandboxGone: "true" }, { fileSystemGone: 1 }]) {
    expect(isSandboxGoneError(other) || isFileSystemGoneError(other)).toBe(false);
  }
});
