import type { Rule } from "@oxlint/plugins";
import { placeOf } from "./file-place.ts";

const vague = /(^|[/.-])(utils?|helpers?|misc|common)([/.-]|$)/;
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*\.(ts|tsx|js|mjs)$/;

/** Asks for kebab-case file names that say what the file holds. */
export const fileName: Rule = {
  meta: { type: "suggestion", docs: { description: "kebab-case file names named after one concept." } },
  create: (context) => ({
    Program(node) {
      const place = placeOf(context);
      const name = place.split("/").at(-1) ?? "";
      if (vague.test(place)) context.report({ node, message: `"${place}" says nothing: name the file after what it holds.` });
      if (!kebab.test(name)) context.report({ node, message: `"${name}" is not kebab-case.` });
    },
  }),
};
