import { guestNotices, type JsonValue, type SandboxCallOptions } from "@ambit/api-types";
import { frameKind } from "./process-frames.ts";

/**
 * Hands a part of a call's result, or word of how far it is, to whoever made it. What is not of its form, or whose caller has gone, is
 * dropped. The caller is told in a turn of its own: what its function throws is not the guest's fault.
 */
export function tellCaller(kind: number, value: JsonValue, options: SandboxCallOptions | undefined): void {
  const { onPart, onProgress } = options ?? {};
  if (kind === frameKind.part) {
    if (onPart !== undefined) queueMicrotask(() => onPart(value));
    return;
  }
  const read = guestNotices["call/progress"].safeParse(typeof value === "object" && !Array.isArray(value) ? { ...value, id: 0 } : value);
  if (onProgress === undefined || !read.success) return;
  const { id: _id, ...progress } = read.data;
  queueMicrotask(() => onProgress(progress));
}
