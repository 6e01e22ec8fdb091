import { AmbitError, type Capability, defineCapability, defineCapabilityCall } from "@ambit/api-types";
import { z } from "zod";

/** Articles of an application in a test, with all that its handlers did. */
export class SampleArticles {
  readonly titles: Map<string, string> = new Map([["a", "First"]]);
  /** Who asked for what, in order. */
  readonly asked: string[] = [];
  /** Ends the next `content/get` in what it throws. */
  fail: (() => never) | undefined;
  /** Holds each `content/wait` until it settles. */
  gate: Promise<void> = Promise.resolve();

  /** `content:read` and `content:write`, as an application would define them. */
  capabilities(): readonly Capability[] {
    return [this.read(), this.write()];
  }

  read(): Capability {
    return defineCapability({ id: "content:read", label: "Reads your articles", deprecatedIds: ["read:content"], calls: [this.#get(), this.#wait()] });
  }

  write(): Capability {
    return defineCapability({ id: "content:write", label: "Writes your articles", severity: "high", implies: ["content:read"], calls: [this.#create()] });
  }

  #get() {
    return defineCapabilityCall({
      method: "content/get",
      summary: "Reads one article.",
      params: z.strictObject({ id: z.string().max(10) }),
      result: z.union([z.object({ title: z.string() }), z.null()]),
      writes: false,
      example: { id: "a" },
      limits: { resultBytes: 200 },
      run: ({ id }, { plugin }) => {
        this.asked.push(`${plugin.id} get ${id}`);
        this.fail?.();
        const title = this.titles.get(id);
        // More than its schema says: the guest must not see it.
        return title === undefined ? null : { title, passwordHash: "hidden" };
      },
    });
  }

  #wait() {
    return defineCapabilityCall({
      method: "content/wait",
      summary: "Waits.",
      params: z.strictObject({}),
      result: z.null(),
      writes: false,
      example: {},
      limits: { seconds: 0.2, atOnce: 2 },
      run: async () => {
        await this.gate;
        return null;
      },
    });
  }

  #create() {
    return defineCapabilityCall({
      method: "content/create",
      summary: "Makes an article.",
      params: z.strictObject({ id: z.string(), title: z.string() }),
      result: z.object({ title: z.string() }),
      writes: true,
      example: { id: "b", title: "Second" },
      limits: { paramBytes: 100 },
      run: ({ id, title }, { plugin }) => {
        this.asked.push(`${plugin.id} create ${id}`);
        if (this.titles.has(id)) throw new AmbitError("REFUSED", `There is an article "${id}" already.`);
        this.titles.set(id, title);
        return { title };
      },
    });
  }
}
