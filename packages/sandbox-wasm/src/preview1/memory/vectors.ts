import { errno, type Errno } from "../errno/errno.ts";
import type { GuestMemory } from "./guest-memory.ts";

/** Most vectors looked at in one call, as many as Linux takes; a guest that has more gets a partial transfer. */
const maxVectors = 1024;

/** Most bytes moved by one vector in one step, so that no single system call holds the thread for long. */
const maxTransfer: number = 1 << 26;

const vectorSize = 8;

/** Moves bytes between the memory and something else: gives how many, fewer than `length` to stop, or an error number below zero. */
export type Transfer = (bytes: Uint8Array, offset: number, length: number) => number;

/** Most bytes moved in one call: the number of them must fit the guest's 32-bit word. */
const maxTotal = 0x7fff_ffff;

/**
 * Walks the guest's list of vectors and moves each. Nothing is allocated by what the guest asks for. A range outside its memory
 * is refused, or ends the transfer when something has moved already; each is checked right before it is used, since a transfer
 * may have written over the list. Writes the number of bytes moved to `resultPointer`.
 */
export function moveVectors(memory: GuestMemory, list: number, count: number, resultPointer: number, transfer: Transfer): Errno {
  const looked = count > maxVectors ? maxVectors : count;
  if (!memory.holds(resultPointer, 4) || !memory.holds(list, looked * vectorSize)) return errno.FAULT;
  const { view, bytes } = memory;
  let total = 0;
  for (let at = list; at < list + looked * vectorSize; at += vectorSize) {
    const pointer = view.getUint32(at, true);
    const length = view.getUint32(at + 4, true);
    if (length === 0) continue;
    const asked = length > maxTransfer ? maxTransfer : length;
    const moved = memory.holds(pointer, length) ? (total + asked > maxTotal ? 0 : transfer(bytes, pointer, asked)) : -errno.FAULT;
    if (moved < 0 && total === 0) return -moved as Errno;
    if (moved > 0) total += moved;
    if (moved < length) break;
  }
  view.setUint32(resultPointer, total, true);
  return errno.SUCCESS;
}
