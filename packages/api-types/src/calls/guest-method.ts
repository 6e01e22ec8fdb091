import type { z } from "zod";

/** Something the host asks of a guest. */
export interface GuestMethod<Params = unknown> {
  readonly method: string;
  readonly summary: string;
  /** A request is answered, a notification is not. */
  readonly kind: "request" | "notification";
  readonly params: z.ZodType<Params>;
}
