/** @typedef {{ [space: string]: { [call: string]: (params: object) => Promise<unknown> } }} Context */
export const tools = {
  /** @param {{ key: string, n: number }} args @param {Context} ctx */
  async write({ key, n }, ctx) {
    await ctx["fs"]?.["write"]?.({ root: "temp", path: `${key}.txt`, data: String(n) });
    await ctx["kv"]?.["set"]?.({ key, value: n });
    await ctx["storage"]?.["put"]?.({ collection: "counts", id: key, data: { n } });
    return n;
  },
};
