import { createHostError } from "@ambit/plugin-sdk/runtime";
import { definePlugin, isHostError, type PluginContext } from "@ambit/plugin-sdk";
import { expect, test } from "vitest";

const plugin = definePlugin({
  tools: {
    async words({ path }: { path: string }, ctx: PluginContext) {
      if (ctx.fs?.read === undefined) throw new Error("This tool reads a file: grant it the folder.");
      try {
        const { data } = await ctx.fs.read({ root: "workspace", path });
        return { words: data.split(/\s+/).filter(Boolean).length };
      } catch (error) {
        if (isHostError(error, "FILE_NOT_FOUND")) return { words: 0 };
        throw error;
      }
    },
  },
});

/** A ctx whose one file is `a.md`. */
const read = async ({ path }: { path: string }): Promise<{ data: string; encoding: "utf8" }> => {
  if (path !== "a.md") throw createHostError({ code: -32_004, message: "No such file.", data: { code: "FILE_NOT_FOUND" } });
  return { data: "three short words\n", encoding: "utf8" };
};

test("the README's example", async () => {
  const ctx = { fs: { read } } as unknown as PluginContext;
  expect(await plugin.tools.words({ path: "a.md" }, ctx)).toEqual({ words: 3 });
  expect(await plugin.tools.words({ path: "b.md" }, ctx)).toEqual({ words: 0 });
  await expect(plugin.tools.words({ path: "a.md" }, {} as PluginContext)).rejects.toThrow(/grant it the folder/);
});
