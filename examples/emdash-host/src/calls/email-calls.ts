import { type CapabilityCall, defineCapabilityCall } from "@ambit/api-types";
import { z } from "zod";
import { type EmailMessage, emailMessageSchema } from "../shapes.ts";

/** Sends a mail for a plugin. */
export type SendEmail = (message: EmailMessage, source: string, signal: AbortSignal) => Promise<void>;

/** The calls of `email:send`. */
export function emailCalls(send: SendEmail): readonly CapabilityCall[] {
  return [
    defineCapabilityCall({
      method: "email/send",
      summary: "Sends a mail by the plugin that delivers them.",
      params: z.strictObject({ message: emailMessageSchema }),
      result: z.null(),
      writes: true,
      example: { message: { to: "ada@example.dev", subject: "Hello", text: "Hello, Ada." } },
      run: async ({ message }, { plugin, signal }) => {
        await send(message, plugin.id, signal);
        return null;
      },
    }),
  ];
}
