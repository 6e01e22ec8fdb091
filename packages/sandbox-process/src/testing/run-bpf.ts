import { type BpfInstruction, bpfCode } from "../confine/seccomp/bpf-program.ts";

/** One system call as a filter sees it. */
export interface SeenCall {
  readonly architecture: number;
  readonly number: number;
  readonly arguments?: readonly number[];
}

/** Runs a filter on one call as the kernel would: the only way to try the program of a processor that is not this one's. */
export function runBpf(program: readonly BpfInstruction[], call: SeenCall): number {
  const words = new Map<number, number>([[0, call.number], [4, call.architecture]]);
  (call.arguments ?? []).forEach((value, index) => words.set(16 + 8 * index, value >>> 0));
  let accumulator = 0;
  for (let at = 0; at < program.length; at++) {
    const instruction = program[at];
    if (instruction === undefined) break;
    const { code, operand, jumpTrue, jumpFalse } = instruction;
    if (code === bpfCode.give) return operand >>> 0;
    if (code === bpfCode.load) accumulator = words.get(operand) ?? 0;
    else at += holds(code, accumulator >>> 0, operand >>> 0) ? jumpTrue : jumpFalse;
  }
  throw new Error("The filter ran past its end.");
}

function holds(code: number, accumulator: number, operand: number): boolean {
  switch (code) {
    case bpfCode.jumpEqual:
      return accumulator === operand;
    case bpfCode.jumpGreater:
      return accumulator > operand;
    case bpfCode.jumpGreaterOrEqual:
      return accumulator >= operand;
    case bpfCode.jumpAnySet:
      return (accumulator & operand) !== 0;
    default:
      throw new Error(`Unknown operation ${code}.`);
  }
}
