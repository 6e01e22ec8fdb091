import { definePlugin } from "@ambit/plugin-sdk";
import { checkLink } from "./check-link.js";
import { findLinks } from "./markdown-links.js";

/** Requests under way at once: polite to the servers, and well below what the host allows. */
const AT_ONCE = 4;

/** Most links of one file that are requested. */
const MOST_LINKS = 60;

export default definePlugin({
  tools: {
    async check({ path }, ctx) {
      if (ctx.fs?.read === undefined) throw new Error("Checking links needs to read the file: grant the folder in the install window.");
      const { data, encoding } = await ctx.fs.read({ root: "workspace", path });
      if (encoding !== "utf8") throw new Error(`${path} is not a text file.`);
      const links = findLinks(data);
      const chosen = links.slice(0, MOST_LINKS);
      const reports = await inTurns(chosen, AT_ONCE, async (link) => ({ ...link, ...(await checkLink(link.url, ctx.signal)) }));
      ctx.log.info(`${path}: ${chosen.length} links checked`);
      return { path, counts: count(reports), notChecked: links.length - chosen.length, links: reports };
    },
  },
});

/** Runs `work` on every item, at most `most` at once; results stand in the items' order. */
async function inTurns(items, most, work) {
  const results = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  return results;
}

function count(reports) {
  const counts = { ok: 0, broken: 0, refused: 0, failed: 0 };
  for (const { outcome } of reports) counts[outcome]++;
  return counts;
}
