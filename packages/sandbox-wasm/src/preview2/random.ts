import { randomBytes } from "node:crypto";
import { AmbitError } from "@ambit/api-types/guest";
import type { ComponentHost } from "./component-host.ts";

/** The interfaces of `wasi:random`. All of them give real randomness, and never more than the guest's memory could hold. */
export function randomInterfaces({ state, memoryBytes }: ComponentHost): object {
  const bytes = (length: bigint): Uint8Array => {
    if (length > BigInt(memoryBytes)) state.end({ kind: "error", error: new AmbitError("LIMIT_EXCEEDED", "The plugin asked for more random bytes than its memory can hold.", { limit: "memoryMb" }) });
    return randomBytes(Number(length));
  };
  const number = (): bigint => randomBytes(8).readBigUInt64LE();
  return {
    random: { getRandomBytes: bytes, getRandomU64: number },
    insecure: { getInsecureRandomBytes: bytes, getInsecureRandomU64: number },
    insecureSeed: { insecureSeed: (): [bigint, bigint] => [number(), number()] },
  };
}
