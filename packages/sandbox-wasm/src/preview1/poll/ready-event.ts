import type { Descriptor } from "../descriptor/descriptor.ts";
import { right } from "../descriptor/rights.ts";
import { errno, type Errno } from "../errno/errno.ts";
import type { HostState } from "../host/host-state.ts";
import type { PollEvent, Subscription } from "./subscription.ts";

/** The event for a subscription that is no clock: descriptors are always ready, or wrong. Undefined for a clock. */
export function readyEvent(state: HostState, subscription: Subscription): PollEvent | undefined {
  if (subscription.kind === "clock") return undefined;
  const { userdata } = subscription;
  if (subscription.kind === "unknown") return { userdata, errno: errno.INVAL, type: 0, bytes: 0n };
  const type = subscription.kind === "read" ? 1 : 2;
  const descriptor = state.table.get(subscription.fd);
  const status = statusOf(descriptor, subscription.kind);
  const bytes = status === errno.SUCCESS && descriptor !== undefined && subscription.kind === "read" ? readable(descriptor) : 0n;
  return { userdata, errno: status, type, bytes };
}

function statusOf(descriptor: Descriptor | undefined, kind: "read" | "write"): Errno {
  if (descriptor === undefined || descriptor.kind === "directory") return errno.BADF;
  return (descriptor.rights & (kind === "read" ? right.FD_READ : right.FD_WRITE)) === 0 ? errno.NOTCAPABLE : errno.SUCCESS;
}

function readable(descriptor: Descriptor): bigint {
  if (descriptor.kind === "input") return BigInt(descriptor.stream.available);
  if (descriptor.kind !== "file") return 0n;
  const size = descriptor.file.size();
  return typeof size === "number" && size > descriptor.position ? BigInt(size - descriptor.position) : 0n;
}
