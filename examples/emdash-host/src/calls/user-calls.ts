import { type CapabilityCall, defineCapabilityCall } from "@ambit/api-types";
import { z } from "zod";
import { idSchema, type UserInfo, userInfoSchema } from "../shapes.ts";
import { listPage } from "../site/list-page.ts";

/** The calls of `users:read`. What an account has beside {@link UserInfo} does not leave: results are cut to it. */
export function userCalls(users: ReadonlyMap<string, UserInfo>): readonly CapabilityCall[] {
  return [
    defineCapabilityCall({
      method: "users/get",
      summary: "Reads one account; null where there is none.",
      params: z.strictObject({ id: idSchema }),
      result: userInfoSchema.nullable(),
      writes: false,
      example: { id: "u1" },
      run: ({ id }) => users.get(id) ?? null,
    }),
    defineCapabilityCall({
      method: "users/getByEmail",
      summary: "Reads the account with a mail address; null where there is none.",
      params: z.strictObject({ email: z.string().max(320) }),
      result: userInfoSchema.nullable(),
      writes: false,
      example: { email: "ada@example.dev" },
      run: ({ email }) => [...users.values()].find((user) => user.email === email.toLowerCase()) ?? null,
    }),
    defineCapabilityCall({
      method: "users/list",
      summary: "Lists accounts, page by page.",
      params: z.strictObject({ role: z.number().exactOptional(), limit: z.number().exactOptional(), cursor: idSchema.exactOptional() }),
      result: z.object({ items: z.array(userInfoSchema).readonly(), nextCursor: z.string().exactOptional() }),
      writes: false,
      example: { limit: 10 },
      run: ({ role, ...page }) => {
        const { items, cursor } = listPage([...users.values()].filter((user) => (role ?? user.role) === user.role), page);
        return { items, ...(cursor !== undefined && { nextCursor: cursor }) };
      },
    }),
  ];
}
