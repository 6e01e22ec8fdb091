import type { Rule } from "@oxlint/plugins";
import { isTest, placeOf } from "./file-place.ts";

/** Files that a tool or a plugin's engine loads by their default export. */
const loadedByDefault = /(^|\/)([a-z-]+\.config\.ts|tools\/lint-rules\/plugin\.ts)$|^examples\//;

/** Refuses default exports: a thing has one name everywhere. Config files that a tool loads are exempt. */
export const noDefaultExport: Rule = {
  meta: { type: "suggestion", docs: { description: "Named exports only." } },
  create(context) {
    if (loadedByDefault.test(placeOf(context))) return {};
    return {
      ExportDefaultDeclaration: (node) => context.report({ node, message: "Export it by its name." }),
      ExportSpecifier(node) {
        const name = node.exported.type === "Identifier" ? node.exported.name : node.exported.value;
        if (name === "default") context.report({ node, message: "Export it by its name." });
      },
    };
  },
};

/** Refuses `export *` from another package: what a package offers is written down in it. */
export const noForeignExportAll: Rule = {
  meta: { type: "suggestion", docs: { description: "No `export *` from another package." } },
  create: (context) => ({
    ExportAllDeclaration(node) {
      if (node.source.value.startsWith(".")) return;
      context.report({ node, message: "Name what is re-exported from another package." });
    },
  }),
};

/** Asks for a TSDoc comment on every export of a package's sources. */
export const documentedExports: Rule = {
  meta: { type: "suggestion", docs: { description: "TSDoc on every export." } },
  create(context) {
    const place = placeOf(context);
    if (!/^packages\/[^/]+\/src\//.test(place) || isTest(place)) return {};
    return {
      ExportNamedDeclaration(node) {
        if (node.declaration === null) return;
        const last = context.sourceCode.getCommentsBefore(node).at(-1);
        if (last?.type === "Block" && last.value.startsWith("*")) return;
        // An overloaded function is documented at its first signature.
        const name = "id" in node.declaration && node.declaration.id?.type === "Identifier" ? node.declaration.id.name : "";
        const earlier = context.sourceCode.text.slice(0, node.range[0]);
        if (name !== "" && new RegExp(`^export (async )?function ${name}\\b`, "m").test(earlier)) return;
        context.report({ node, message: "Say in a TSDoc comment what this export is." });
      },
    };
  },
};
