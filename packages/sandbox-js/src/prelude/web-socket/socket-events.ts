import { Event } from "../abort/event-target.ts";

/** The standard event of a message that came. */
export class MessageEvent extends Event {
  readonly data: unknown;

  constructor(type: string, options: { readonly data?: unknown } = {}) {
    super(type);
    this.data = options.data ?? null;
  }
}

/** The standard event of a connection's end. */
export class CloseEvent extends Event {
  readonly code: number;
  readonly reason: string;
  readonly wasClean: boolean;

  constructor(type: string, options: { readonly code?: number; readonly reason?: string; readonly wasClean?: boolean } = {}) {
    super(type);
    this.code = options.code ?? 0;
    this.reason = options.reason ?? "";
    this.wasClean = options.wasClean ?? false;
  }
}
