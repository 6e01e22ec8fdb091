// Made by `npm run reference`; do not edit.
import type { PluginContext } from "@ambit/plugin-sdk";

/** The example of each call, as the page "The calls" shows it. */
export const callExamples: Readonly<Record<string, (ctx: PluginContext) => Promise<void>>> = {
  "net/fetch": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.net?.fetch?.({ url: "https://api.example.dev/v1/items" });
    void answer;
  },
  "net/stream": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.net?.stream?.({ url: "https://api.example.dev/v1/events", sse: true });
    void answer;
  },
  "stream/read": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.stream?.read?.({ stream: 1, max: 65536 });
    void answer;
  },
  "stream/close": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.stream?.close?.({ stream: 1 });
    void answer;
  },
  "ws/open": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.ws?.open?.({ url: "wss://api.example.dev/v1/live" });
    void answer;
  },
  "ws/send": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.ws?.send?.({ socket: 1, data: "hello" });
    void answer;
  },
  "ws/receive": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.ws?.receive?.({ socket: 1 });
    void answer;
  },
  "ws/close": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.ws?.close?.({ socket: 1, code: 1000, reason: "done" });
    void answer;
  },
  "tcp/open": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.tcp?.open?.({ host: "db.example.dev", port: 5432 });
    void answer;
  },
  "tcp/read": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.tcp?.read?.({ socket: 1, encoding: "base64" });
    void answer;
  },
  "tcp/write": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.tcp?.write?.({ socket: 1, data: "AAAACAA=", encoding: "base64" });
    void answer;
  },
  "tcp/close": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.tcp?.close?.({ socket: 1 });
    void answer;
  },
  "fs/read": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.fs?.read?.({ root: "workspace", path: "guide.md" });
    void answer;
  },
  "fs/write": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.fs?.write?.({ root: "temp", path: "notes.txt", data: "hello" });
    void answer;
  },
  "fs/stat": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.fs?.stat?.({ root: "workspace", path: "guide.md" });
    void answer;
  },
  "fs/list": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.fs?.list?.({ root: "workspace", path: "" });
    void answer;
  },
  "fs/canon": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.fs?.canon?.({ root: "workspace", path: "guide.md" });
    void answer;
  },
  "kv/get": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.kv.get({ key: "last-run" });
    void answer;
  },
  "kv/set": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.kv.set({ key: "last-run", value: 1 });
    void answer;
  },
  "kv/delete": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.kv.delete({ key: "last-run" });
    void answer;
  },
  "kv/list": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.kv.list({ prefix: "last-" });
    void answer;
  },
  "storage/get": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.storage?.get?.({ collection: "notes", id: "n1" });
    void answer;
  },
  "storage/put": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.storage?.put?.({ collection: "notes", id: "n1", data: { title: "First", stars: 3 } });
    void answer;
  },
  "storage/delete": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.storage?.delete?.({ collection: "notes", id: "n1" });
    void answer;
  },
  "storage/query": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.storage?.query?.({ collection: "notes", where: { stars: { gte: 3 } }, orderBy: { field: "stars", direction: "desc" }, limit: 10 });
    void answer;
  },
  "storage/count": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.storage?.count?.({ collection: "notes", where: { stars: 3 } });
    void answer;
  },
  "storage/getMany": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.storage?.getMany?.({ collection: "notes", ids: ["n1", "n2"] });
    void answer;
  },
  "storage/putMany": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.storage?.putMany?.({ collection: "notes", items: [{ id: "n1", data: { title: "First", stars: 3 } }] });
    void answer;
  },
  "storage/deleteMany": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.storage?.deleteMany?.({ collection: "notes", ids: ["n1", "n2"] });
    void answer;
  },
  "proc/spawn": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.proc?.spawn?.({ argv: ["git", "status", "--short"] });
    void answer;
  },
  "proc/read": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.proc?.read?.({ process: 1 });
    void answer;
  },
  "proc/write": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.proc?.write?.({ process: 1, data: "", end: true });
    void answer;
  },
  "proc/kill": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.proc?.kill?.({ process: 1 });
    void answer;
  },
  "timer/set": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.call("timer/set", { ms: 1000 });
    void answer;
  },
  "timer/cancel": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.call("timer/cancel", { timer: 1 });
    void answer;
  },
  "secrets/get": async (ctx: PluginContext): Promise<void> => {
    const answer = await ctx.secrets?.get?.({ name: "token" });
    void answer;
  },
  "log": async (ctx: PluginContext): Promise<void> => {
    ctx.log.info("started");
  },
};
