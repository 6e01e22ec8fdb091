import { AmbitError } from "@ambit/api-types";
import type { RefusalReason } from "@ambit/directory-handles";
import type { FileDescriptor, OutputDescriptor } from "../descriptor/descriptor.ts";
import { findFile } from "../descriptor/find-descriptor.ts";
import { right } from "../descriptor/rights.ts";
import { errno, type Errno } from "../errno/errno.ts";
import { errnoOfReason } from "../errno/errno-of-reason.ts";
import { fdFlag } from "./fd-flags.ts";
import type { HostState } from "../host/host-state.ts";
import { moveVectors } from "../memory/vectors.ts";

/** The functions by which a guest reads and writes descriptors. */
export interface FdIoFunctions {
  fd_read(fd: number, list: number, count: number, result: number): Errno;
  fd_pread(fd: number, list: number, count: number, offset: bigint, result: number): Errno;
  fd_write(fd: number, list: number, count: number, result: number): Errno;
  fd_pwrite(fd: number, list: number, count: number, offset: bigint, result: number): Errno;
}

/** Makes them for one guest. */
export function fdIoFunctions(state: HostState): FdIoFunctions {
  const { memory, table } = state;
  return {
    fd_read(fd, list, count, result) {
      const descriptor = table.get(fd >>> 0);
      if (descriptor?.kind === "input") {
        return moveVectors(memory, list >>> 0, count >>> 0, result >>> 0, (bytes, offset, length) => descriptor.stream.read(bytes, offset, length));
      }
      const file = findFile(table, fd, right.FD_READ);
      if (typeof file === "number") return streamErrno(file);
      return moveVectors(memory, list >>> 0, count >>> 0, result >>> 0, (bytes, offset, length) =>
        advance(file, moved(file.file.read(bytes, offset, length, file.position))),
      );
    },
    fd_pread(fd, list, count, offset, result) {
      const file = findFile(table, fd, right.FD_READ | right.FD_SEEK);
      return typeof file === "number" ? file : positioned(state, list, count, offset, result, (...at) => moved(file.file.read(...at)));
    },
    fd_write(fd, list, count, result) {
      const descriptor = table.get(fd >>> 0);
      if (descriptor?.kind === "output") return writeStream(state, descriptor, list, count, result);
      const file = findFile(table, fd, right.FD_WRITE);
      if (typeof file === "number") return streamErrno(file);
      const status = moveVectors(memory, list >>> 0, count >>> 0, result >>> 0, (bytes, offset, length) =>
        advance(file, moved(file.file.write(bytes, offset, length, file.position))),
      );
      return (file.flags & fdFlag.APPEND) === 0 || status !== errno.SUCCESS ? status : moveToEnd(file);
    },
    fd_pwrite(fd, list, count, offset, result) {
      const file = findFile(table, fd, right.FD_WRITE | right.FD_SEEK);
      return typeof file === "number" ? file : positioned(state, list, count, offset, result, (...at) => moved(file.file.write(...at)));
    },
  };
}

type PositionedTransfer = (bytes: Uint8Array, offset: number, length: number, position: number) => number;

function positioned(state: HostState, list: number, count: number, offset: bigint, result: number, transfer: PositionedTransfer): Errno {
  let position = Number(BigInt.asUintN(64, offset));
  if (!Number.isSafeInteger(position)) return errno.INVAL;
  return moveVectors(state.memory, list >>> 0, count >>> 0, result >>> 0, (bytes, start, length) => {
    const done = transfer(bytes, start, length, position);
    if (done > 0) position += done;
    return done;
  });
}

function writeStream(state: HostState, descriptor: OutputDescriptor, list: number, count: number, result: number): Errno {
  return moveVectors(state.memory, list >>> 0, count >>> 0, result >>> 0, (bytes, offset, length) => {
    try {
      descriptor.stream.write(bytes, offset, length);
      return length;
    } catch (thrown) {
      if (AmbitError.isInstance(thrown)) state.end({ kind: "error", error: thrown });
      throw thrown;
    }
  });
}

/** A file operation's answer as `moveVectors` takes it: a count, or an error number below zero. */
function moved(count: number | RefusalReason): number {
  return typeof count === "number" ? count : -errnoOfReason[count];
}

function advance(file: FileDescriptor, count: number): number {
  if (count > 0) file.position += count;
  return count;
}

function moveToEnd(file: FileDescriptor): Errno {
  const size = file.file.size();
  if (typeof size !== "number") return errnoOfReason[size];
  file.position = size;
  return errno.SUCCESS;
}

/** Reading from an output or writing to an input is a wrong descriptor; elsewhere a stream's number is `SPIPE`. */
function streamErrno(status: Errno): Errno {
  return status === errno.SPIPE ? errno.BADF : status;
}
