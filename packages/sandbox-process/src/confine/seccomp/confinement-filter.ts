import { type BpfInstruction, callRecord, encodeBpf, give, load, unless, verdict, when } from "./bpf-program.ts";
import { type Architecture, type CallNumbers, type JudgedCallName, NEWEST_KNOWN_CALL, auditArchitecture, fileWatchCalls, judgedCalls, refusedCalls, unknownCalls, unownedMemoryCalls } from "./syscall-table.ts";

/** What a child's filter leaves open. */
export interface FilterTerms {
  /** IPv4 and IPv6 sockets, which lead no farther than the child's own network namespace. */
  readonly internet: boolean;
  /** Sockets of the family unix: with one, a child reaches whoever listens in a folder that it sees. */
  readonly localSockets: boolean;
  /** Memory that belongs to no process; only where a cgroup bounds the whole tree. */
  readonly unownedMemory: boolean;
  /** Watches over files. */
  readonly fileWatches: boolean;
}

const EPERM = 1;
const EMFILE = 24;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;

/** Set for calls of the x32 convention, which has numbers of its own. */
const X32_BIT = 0x4000_0000;

/** All of `CLONE_NEW*` that `clone` can take. */
const NEW_NAMESPACES = 0x7e02_0000;
const SET_ID_BITS = 0o6000;
const O_CREAT = 0o100;
const O_TMPFILE_BIT = 0o20_000_000;
/** Pushes characters into a terminal, takes over a console, changes a line's discipline. */
const TERMINAL_REQUESTS = [0x5412, 0x541c, 0x5423];
const PLAIN_PERSONALITIES = [0, 0xffff_ffff];

/** Whether the filter can be made for a processor, named as Node names it. */
export function isKnownArchitecture(architecture: string): architecture is Architecture {
  return Object.hasOwn(auditArchitecture, architecture);
}

/** The filter of a confined child, as the kernel reads it. */
export function confinementFilter(architecture: Architecture, terms: FilterTerms): Buffer {
  return encodeBpf(filterProgram(architecture, terms));
}

/** The filter as a list of instructions. */
export function filterProgram(architecture: Architecture, terms: FilterTerms): BpfInstruction[] {
  const refused = terms.unownedMemory ? refusedCalls : { ...refusedCalls, ...unownedMemoryCalls };
  return [
    load(callRecord.architecture),
    ...unless("jumpEqual", auditArchitecture[architecture], [give(verdict.killProcess)]),
    load(callRecord.number),
    ...when("jumpGreaterOrEqual", X32_BIT, [give(verdict.fail(ENOSYS))]),
    ...when("jumpGreater", NEWEST_KNOWN_CALL, [give(verdict.fail(ENOSYS))]),
    ...answerEach(architecture, unknownCalls, ENOSYS),
    ...answerEach(architecture, refused, EPERM),
    // As if there were too many: programs then look at the files themselves.
    ...(terms.fileWatches ? [] : answerEach(architecture, fileWatchCalls, EMFILE)),
    ...argumentRules(architecture, terms),
    give(verdict.allow),
  ];
}

function answerEach(architecture: Architecture, calls: Readonly<Record<string, CallNumbers>>, errno: number): BpfInstruction[] {
  return Object.values(calls).flatMap((numbers) => forCall(architecture, numbers, [give(verdict.fail(errno))]));
}

/** Runs `body`, which must end in a verdict, for one call; nothing where the processor has no such call. */
function forCall(architecture: Architecture, numbers: CallNumbers, body: readonly BpfInstruction[]): BpfInstruction[] {
  const number = numbers[architecture];
  return number === undefined ? [] : when("jumpEqual", number, body);
}

function argumentRules(architecture: Architecture, terms: FilterTerms): BpfInstruction[] {
  const families = [...(terms.localSockets ? [AF_UNIX] : []), ...(terms.internet ? [AF_INET, AF_INET6] : [])];
  const call = (name: JudgedCallName, body: readonly BpfInstruction[]): BpfInstruction[] => forCall(architecture, judgedCalls[name], body);
  return [
    ...call("socket", onlyValues(0, families, EAFNOSUPPORT)),
    ...call("socketpair", onlyValues(0, [AF_UNIX], EAFNOSUPPORT)),
    ...call("clone", noBits(0, NEW_NAMESPACES)),
    ...call("ioctl", noValues(1, TERMINAL_REQUESTS)),
    ...call("personality", onlyValues(0, PLAIN_PERSONALITIES, EPERM)),
    ...call("chmod", noBits(1, SET_ID_BITS)),
    ...call("fchmod", noBits(1, SET_ID_BITS)),
    ...call("fchmodat", noBits(2, SET_ID_BITS)),
    ...call("creat", noBits(1, SET_ID_BITS)),
    ...call("mknod", noBits(1, SET_ID_BITS)),
    ...call("mknodat", noBits(2, SET_ID_BITS)),
    ...call("open", noBitsWhenMade(1, 2)),
    ...call("openat", noBitsWhenMade(2, 3)),
  ];
}

function onlyValues(argument: number, values: readonly number[], errno: number): BpfInstruction[] {
  return [load(callRecord.argument(argument)), ...values.flatMap((value) => when("jumpEqual", value, [give(verdict.allow)])), give(verdict.fail(errno))];
}

function noValues(argument: number, values: readonly number[]): BpfInstruction[] {
  return [load(callRecord.argument(argument)), ...values.flatMap((value) => when("jumpEqual", value, [give(verdict.fail(EPERM))])), give(verdict.allow)];
}

function noBits(argument: number, bits: number): BpfInstruction[] {
  return [load(callRecord.argument(argument)), ...when("jumpAnySet", bits, [give(verdict.fail(EPERM))]), give(verdict.allow)];
}

/** The mode of a file counts only where one is made; otherwise the argument is whatever the register held. */
function noBitsWhenMade(flags: number, mode: number): BpfInstruction[] {
  return [load(callRecord.argument(flags)), ...unless("jumpAnySet", O_CREAT | O_TMPFILE_BIT, [give(verdict.allow)]), ...noBits(mode, SET_ID_BITS)];
}

