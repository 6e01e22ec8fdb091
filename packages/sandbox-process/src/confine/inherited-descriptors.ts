import { readFileSync, readdirSync } from "node:fs";

const CLOSE_ON_EXEC = 0o2_000_000;

/**
 * Descriptors that this process would pass on to every child without meaning to. Node closes all that it opens itself; these came from
 * whoever started this process, and a child could read, write or climb out through them.
 */
export function inheritedDescriptors(): number[] {
  return readdirSync("/proc/self/fd")
    .map(Number)
    .filter((descriptor) => descriptor > 2 && isPassedOn(descriptor))
    .toSorted((left, right) => left - right);
}

function isPassedOn(descriptor: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8"))?.[1];
    return (Number.parseInt(flags ?? "0", 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    // The descriptor of the listing itself, closed by now.
    return false;
  }
}
