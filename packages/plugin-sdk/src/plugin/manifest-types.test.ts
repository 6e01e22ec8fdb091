import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { isHostError } from "../error/host-error.ts";
import { definePlugin } from "./define-plugin.ts";
import type { ContextOf, HandlersOf } from "./manifest-types.ts";
import type { SchemaValue } from "./schema-types.ts";
import { withParams } from "./with-params.ts";

const base = { id: "a", version: "1.0.0", publisher: "P", api: 1 } as const;
const full = {
  ...base,
  permissions: {
    network: ["api.example.dev", { host: "tcp:db.example.dev:5432", reason: "to read" }],
    files: ["workspace", { root: "agent", access: "read" }],
    secrets: [{ name: "token" }, "key"],
    events: ["ticket.moved"],
    storage: { items: {}, tags: {} },
  },
  tools: [
    { name: "add", params: { type: "object", required: ["a"], properties: { a: { type: "number" }, unit: { enum: ["mm", "cm"] }, tags: { type: "array", items: { type: "string" } } } } },
    { name: "plain" },
    { name: "scripted", script: "x.py" },
  ],
  hooks: [{ name: "content:beforeSave", mode: "policy" }],
} as const;

test("ctx has what the manifest declares, and nothing else", () => {
  type Full = ContextOf<typeof full>;
  expectTypeOf<keyof Full>().toEqualTypeOf<"plugin" | "lang" | "config" | "log" | "timers" | "kv" | "signal" | "progress" | "call" | "net" | "stream" | "ws" | "tcp" | "fs" | "secrets" | "storage">();
  expectTypeOf<keyof ContextOf<typeof base>>().toEqualTypeOf<"plugin" | "lang" | "config" | "log" | "timers" | "kv" | "signal" | "progress" | "call">();
  expectTypeOf<ContextOf<{ readonly permissions: { readonly network: readonly [] } }>>().not.toHaveProperty("net");
  expectTypeOf<ContextOf<{ readonly permissions: { readonly network: readonly ["tcp:db.dev:1"] } }>>().not.toHaveProperty("net");
});

test("fs can write where a root is declared for writing alone", () => {
  const manifestWith = <const Entry>(entry: Entry) => ({ permissions: { files: [entry] } }) as const;
  const [reading, writing, spelledOut] = [manifestWith("workspace"), manifestWith("rw:workspace"), manifestWith({ root: "temp", access: "write" })];
  expectTypeOf<NonNullable<ContextOf<typeof reading>["fs"]>>().not.toHaveProperty("write");
  expectTypeOf<NonNullable<ContextOf<typeof writing>["fs"]>>().toHaveProperty("write");
  expectTypeOf<NonNullable<ContextOf<typeof spelledOut>["fs"]>>().toHaveProperty("write");
});

test("secrets and collections are known by name", () => {
  type Full = ContextOf<typeof full>;
  type Get = NonNullable<Full["secrets"]>["get"];
  expectTypeOf<Parameters<Get>[0]["name"]>().toEqualTypeOf<"token" | "key">();
  expectTypeOf<Parameters<NonNullable<Full["storage"]>["get"]>[0]["collection"]>().toEqualTypeOf<"items" | "tags">();
});

test("arguments follow from the schema in the manifest", () => {
  type Add = SchemaValue<(typeof full.tools)[0]["params"]>;
  expectTypeOf<Add>().toEqualTypeOf<{ readonly a: number; readonly unit?: "mm" | "cm"; readonly tags?: readonly string[] }>();
});

const handlers: HandlersOf<typeof full> = {
  tools: { add: ({ a, unit }) => `${a + 1} ${unit ?? "mm"}`, plain: (_args, ctx) => ctx.lang },
  events: { "ticket.moved": (payload) => void payload },
  hooks: { "content:beforeSave": () => ({ deny: "no" }) },
};

test("a plugin handles what it declares, no more and no less; scripts handle their own tools", () => {
  expect(definePlugin(full, handlers)).toBe(handlers);
  // @ts-expect-error -- the tool "plain" is declared
  definePlugin(full, { ...handlers, tools: { add: handlers.tools.add } });
  // @ts-expect-error -- no tool "other" is declared
  definePlugin({ ...base, tools: [{ name: "one" }] }, { tools: { one: () => 1, other: () => 2 } });
  // @ts-expect-error -- no network is declared
  definePlugin({ ...base, tools: [{ name: "one" }] }, { tools: { one: (_args, ctx) => ctx.net } });
  // @ts-expect-error -- `a` is a number
  definePlugin(full, { ...handlers, tools: { ...handlers.tools, add: ({ a }) => a.length } });
});

test("a schema of a library checks a tool's arguments and types them, and ctx is still the manifest's", async () => {
  const manifest = { ...base, permissions: { files: ["workspace"], secrets: ["token"] }, tools: [{ name: "greet" }, { name: "loose" }] } as const;
  const plugin = definePlugin(manifest, {
    tools: {
      greet: withParams(manifest, z.object({ name: z.string().min(1), times: z.coerce.number().default(1) }), ({ name, times }, ctx) => {
        expectTypeOf(name).toEqualTypeOf<string>();
        expectTypeOf(times).toEqualTypeOf<number>();
        expectTypeOf(ctx).toEqualTypeOf<ContextOf<typeof manifest>>();
        return `${name} ${times}`;
      }),
      loose: withParams(z.object({ at: z.number() }), ({ at }, ctx) => [at, ctx.lang]),
    },
  });
  const ctx = {} as ContextOf<typeof manifest>;
  expect(await plugin.tools.greet({ name: "Ada", times: "2" }, ctx)).toBe("Ada 2");
  const error = await Promise.resolve(plugin.tools.greet({ name: "", times: "x" }, ctx)).catch((thrown: unknown) => thrown);
  expect(isHostError(error, "INVALID_PARAMS")).toBe(true);
  expect((error as Error).message).toMatch(/^name: .*; times: /);
});
