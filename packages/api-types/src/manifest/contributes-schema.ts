import { z } from "zod";
import { plainNameSchema, shownText } from "./field-schemas.ts";
import type { Contributions, EventCommandDeclaration } from "./manifest.ts";

/** A person agrees to the very line, so it is one line that they can read. */
const lineSchema: z.ZodType<string> = shownText(500);

const eventCommandSchema: z.ZodType<EventCommandDeclaration> = z.strictObject({
  on: plainNameSchema,
  run: lineSchema,
  reason: shownText(280).exactOptional(),
});

/** The shape of `contributes`: at most 50 commands. */
export const contributesSchema: z.ZodType<Contributions> = z.strictObject({
  commands: z.array(eventCommandSchema).max(50).exactOptional(),
});
