/** One instruction of classic BPF: operation, jumps relative to the next instruction, operand. */
export interface BpfInstruction {
  readonly code: number;
  readonly jumpTrue: number;
  readonly jumpFalse: number;
  readonly operand: number;
}

/** Operations that a seccomp filter needs; each works on the accumulator. */
export const bpfCode = {
  /** Loads the 32-bit word at an offset of the call's record. */
  load: 0x20,
  jumpEqual: 0x15,
  jumpGreater: 0x25,
  jumpGreaterOrEqual: 0x35,
  jumpAnySet: 0x45,
  give: 0x06,
} as const;

/** Offsets in the record that the kernel hands to a filter. */
export const callRecord = {
  number: 0,
  architecture: 4,
  /** Low word of one of the six arguments; every check here is of an argument that the kernel takes as 32 bits. */
  argument: (index: number): number => 16 + 8 * index,
} as const;

/** What a filter can answer. */
export const verdict = {
  allow: 0x7fff_0000,
  killProcess: 0x8000_0000,
  fail: (errno: number): number => 0x0005_0000 | errno,
} as const;

/** Loads a word of the record. */
export function load(offset: number): BpfInstruction {
  return { code: bpfCode.load, jumpTrue: 0, jumpFalse: 0, operand: offset };
}

/** Ends the filter with a verdict. */
export function give(operand: number): BpfInstruction {
  return { code: bpfCode.give, jumpTrue: 0, jumpFalse: 0, operand };
}

type Test = "jumpEqual" | "jumpGreater" | "jumpGreaterOrEqual" | "jumpAnySet";

/** Runs `body` where the test holds, and goes on behind it where it does not. */
export function when(test: Test, operand: number, body: readonly BpfInstruction[]): BpfInstruction[] {
  return [{ code: bpfCode[test], jumpTrue: 0, jumpFalse: body.length, operand }, ...body];
}

/** Runs `body` where the test does not hold, and goes on behind it where it does. */
export function unless(test: Test, operand: number, body: readonly BpfInstruction[]): BpfInstruction[] {
  return [{ code: bpfCode[test], jumpTrue: body.length, jumpFalse: 0, operand }, ...body];
}

const MOST_INSTRUCTIONS = 4096;
const FARTHEST_JUMP = 255;

/** The program as the kernel reads it: 8 bytes an instruction, in the byte order of both processors we know. */
export function encodeBpf(program: readonly BpfInstruction[]): Buffer {
  if (program.length > MOST_INSTRUCTIONS) throw new RangeError("A filter has at most 4096 instructions.");
  const bytes = Buffer.alloc(8 * program.length);
  program.forEach(({ code, jumpTrue, jumpFalse, operand }, index) => {
    if (jumpTrue > FARTHEST_JUMP || jumpFalse > FARTHEST_JUMP) throw new RangeError("A jump reaches at most 255 instructions.");
    bytes.writeUInt16LE(code, 8 * index);
    bytes.writeUInt8(jumpTrue, 8 * index + 2);
    bytes.writeUInt8(jumpFalse, 8 * index + 3);
    bytes.writeUInt32LE(operand >>> 0, 8 * index + 4);
  });
  return bytes;
}
