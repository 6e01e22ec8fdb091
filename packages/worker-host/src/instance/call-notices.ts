import { guestNotices, type RpcRequest, type SandboxCallOptions } from "@ambit/api-types";

/** Tells whether a notification is about a call of the host's that is under way. */
export function isCallNotice({ method }: RpcRequest): boolean {
  return method === "call/part" || method === "call/progress";
}

/**
 * Hands a notice to the caller that it is about. One that is not of its form, or whose caller has gone, is dropped. The caller
 * is told in a turn of its own: what its function throws is not the guest's fault.
 */
export function tellCaller({ method, params }: RpcRequest, callerOf: (id: number) => SandboxCallOptions | undefined): void {
  if (method === "call/part") {
    const read = guestNotices["call/part"].safeParse(params);
    const onPart = read.success ? callerOf(read.data.id)?.onPart : undefined;
    if (onPart !== undefined) queueMicrotask(() => onPart(read.data?.value ?? null));
    return;
  }
  const read = guestNotices["call/progress"].safeParse(params);
  if (!read.success) return;
  const { id, ...progress } = read.data;
  const onProgress = callerOf(id)?.onProgress;
  if (onProgress !== undefined) queueMicrotask(() => onProgress(progress));
}
