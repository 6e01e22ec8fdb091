import { describe, expect, test } from "vitest";
import { runBpf } from "../../testing/run-bpf.ts";
import { verdict } from "./bpf-program.ts";
import { type FilterTerms, confinementFilter, filterProgram } from "./confinement-filter.ts";
import { type Architecture, type JudgedCallName, auditArchitecture, fileWatchCalls, judgedCalls, refusedCalls, unknownCalls, unownedMemoryCalls } from "./syscall-table.ts";

const EPERM = verdict.fail(1);
const ENOSYS = verdict.fail(38);
const EAFNOSUPPORT = verdict.fail(97);
const closed: FilterTerms = { internet: false, localSockets: false, unownedMemory: false, fileWatches: false };

describe.each<Architecture>(["x64", "arm64"])("filter for %s", (architecture) => {
  const audit = auditArchitecture[architecture];
  const answer = (number: number | undefined, args: readonly number[] = [], terms = closed): number =>
    runBpf(filterProgram(architecture, terms), { architecture: audit, number: number ?? -1, arguments: args });
  const call = (name: JudgedCallName): number | undefined => judgedCalls[name][architecture];

  test("ends a process that calls by another convention", () => {
    expect(runBpf(filterProgram(architecture, closed), { architecture: 0x4000_0003, number: 1 })).toBe(verdict.killProcess);
  });

  test("refuses each call of the table, and answers some as unknown", () => {
    for (const numbers of Object.values(refusedCalls)) if (numbers[architecture] !== undefined) expect(answer(numbers[architecture])).toBe(EPERM);
    for (const numbers of Object.values(unknownCalls)) if (numbers[architecture] !== undefined) expect(answer(numbers[architecture])).toBe(ENOSYS);
  });

  test("answers what is newer than the tables, and numbers of x32, as unknown", () => {
    for (const number of [451, 452, 467, 1000, 0x4000_0000, 0x4000_0029]) expect(answer(number)).toBe(ENOSYS);
  });

  test("allows memory of no process only where it is bounded", () => {
    for (const numbers of Object.values(unownedMemoryCalls)) {
      expect(answer(numbers[architecture])).toBe(EPERM);
      expect(answer(numbers[architecture], [], { ...closed, unownedMemory: true })).toBe(verdict.allow);
    }
  });

  test("allows watches over files only where they are asked for", () => {
    const number = fileWatchCalls["inotify_init1"]?.[architecture];
    expect(answer(number)).toBe(verdict.fail(24));
    expect(answer(number, [], { ...closed, fileWatches: true })).toBe(verdict.allow);
  });

  test("allows no sockets, those of the family unix where they are asked for, and IPv4 and IPv6 for a child with network", () => {
    const open = { ...closed, localSockets: true, internet: true };
    for (let family = 0; family < 50; family++) {
      expect(answer(call("socket"), [family])).toBe(EAFNOSUPPORT);
      expect(answer(call("socket"), [family], { ...closed, localSockets: true })).toBe(family === 1 ? verdict.allow : EAFNOSUPPORT);
      expect(answer(call("socket"), [family], open)).toBe([1, 2, 10].includes(family) ? verdict.allow : EAFNOSUPPORT);
      expect(answer(call("socketpair"), [family], open)).toBe(family === 1 ? verdict.allow : EAFNOSUPPORT);
    }
  });

  test("lets processes and threads be made, but no namespaces", () => {
    expect(answer(call("clone"), [0x0120_0011])).toBe(verdict.allow);
    expect(answer(call("clone"), [0x003d_0f00])).toBe(verdict.allow);
    for (const flag of [0x0002_0000, 0x0200_0000, 0x0400_0000, 0x0800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000]) expect(answer(call("clone"), [flag | 17])).toBe(EPERM);
  });

  test("refuses set-id bits where a file is made or its mode is changed", () => {
    const openat = call("openat");
    expect(answer(openat, [0, 0, 0o100, 0o644])).toBe(verdict.allow);
    expect(answer(openat, [0, 0, 0o100, 0o4755])).toBe(EPERM);
    expect(answer(openat, [0, 0, 0o20_200_000, 0o2755])).toBe(EPERM);
    expect(answer(openat, [0, 0, 0, 0o6777]), "a mode without a file to make").toBe(verdict.allow);
    expect(answer(call("fchmodat"), [0, 0, 0o755])).toBe(verdict.allow);
    expect(answer(call("fchmodat"), [0, 0, 0o2755])).toBe(EPERM);
    expect(answer(call("fchmod"), [0, 0o4755])).toBe(EPERM);
    expect(answer(call("mknodat"), [0, 0, 0o10_4644])).toBe(EPERM);
  });

  test("refuses to write into a terminal, and personalities that are not plain", () => {
    expect(answer(call("ioctl"), [0, 0x5401])).toBe(verdict.allow);
    for (const request of [0x5412, 0x541c, 0x5423]) expect(answer(call("ioctl"), [0, request])).toBe(EPERM);
    expect(answer(call("personality"), [0xffff_ffff])).toBe(verdict.allow);
    expect(answer(call("personality"), [0x0040_0000])).toBe(EPERM);
  });

  test("is short enough for the kernel", () => {
    expect(confinementFilter(architecture, closed).length / 8).toBeLessThan(400);
  });
});
