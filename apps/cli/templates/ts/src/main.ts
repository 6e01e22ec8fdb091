import { definePlugin } from "@ambit/plugin-sdk";
import { manifest } from "./manifest.gen.ts";

export default definePlugin(manifest, {
  tools: {
    async greet({ name }, ctx) {
      const { value } = await ctx.kv.get({ key: "greetings" });
      const greetings = (typeof value === "number" ? value : 0) + 1;
      await ctx.kv.set({ key: "greetings", value: greetings });
      ctx.log.info(`greeting number ${greetings}`);
      return { text: `Hello, ${name}!`, greetings };
    },
  },
});
