import { definePlugin, httpError, isHostError } from "@ambit/plugin-sdk";

const collection = "links";
const PAGE = 20;

export default definePlugin({
  tools: {
    async add({ url, title }, ctx) {
      if (!isWebAddress(url)) throw new Error(`"${url}" is no address of a web page.`);
      const added = Date.now();
      const id = `${added.toString(36)}-${crypto.randomUUID().slice(0, 8)}`;
      try {
        await storageOf(ctx).put({ collection, id, data: { url, title, added, state: "open" } });
        return { added: true, id };
      } catch (error) {
        // The index says that the address is there; nothing has to be looked up first.
        if (isHostError(error, "REFUSED")) return { added: false };
        throw error;
      }
    },
    async list({ cursor }, ctx) {
      const open = { collection, where: { state: "open" } };
      const page = await storageOf(ctx).query({ ...open, orderBy: { field: "added", direction: "desc" }, limit: PAGE, ...(cursor !== undefined && { cursor }) });
      const { count } = await storageOf(ctx).count(open);
      return { links: page.items.map(({ id, data }) => ({ id, url: data.url, title: data.title })), open: count, ...(page.cursor !== undefined && { cursor: page.cursor }) };
    },
    async done({ id }, ctx) {
      const { found, data } = await storageOf(ctx).get({ collection, id });
      if (!found) return { done: false };
      await storageOf(ctx).put({ collection, id, data: { ...data, state: "read" } });
      return { done: true };
    },
  },
  hooks: {
    /** Nobody shares what is still to be read. */
    async "link:beforeShare"({ url }, ctx) {
      const { count } = await storageOf(ctx).count({ collection, where: { url, state: "open" } });
      return count > 0 ? { deny: `Read ${url} before you share it.` } : null;
    },
  },
  routes: {
    async "links/newest"({ method, query }, ctx) {
      if (method !== "GET") throw httpError(405, "This page is only read.");
      const limit = Math.min(Math.max(Number(query.limit ?? 5) || 5, 1), PAGE);
      const { items } = await storageOf(ctx).query({ collection, orderBy: { field: "added", direction: "desc" }, limit });
      return { links: items.map(({ data }) => ({ url: data.url, title: data.title })) };
    },
  },
});

function storageOf(ctx) {
  if (ctx.storage === undefined) throw new Error("The list has nowhere to be kept: grant its collection in the install window.");
  return ctx.storage;
}

function isWebAddress(url) {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
