import type { ESTree, Rule } from "@oxlint/plugins";
import { allowances, freeFolders, guardedGlobals, guardedModules, guestFolders, harmlessNames, supportCode } from "./ambient-authority.ts";
import { isBelow, isTest, placeOf } from "./file-place.ts";

/** The guarded module that a specifier names, or `undefined`. */
function guardedModule(specifier: string): string | undefined {
  const name = specifier.replace(/^node:/, "").split("/")[0] ?? "";
  return guardedModules.includes(name) ? name : undefined;
}

function mayImport(place: string, module: string): boolean {
  return allowances.some((allowance) => isBelow(place, allowance.folder) && allowance.modules.includes(module));
}

function takesHarmlessNames(node: ESTree.ImportDeclaration): boolean {
  const harmless = harmlessNames[guardedModule(node.source.value) ?? ""] ?? [];
  const names = node.specifiers.map((one) => (one.type === "ImportSpecifier" && one.imported.type === "Identifier" ? one.imported.name : "*"));
  return names.length > 0 && names.every((name) => harmless.includes(name));
}

function literal(node: ESTree.Node | null | undefined): string | undefined {
  return node?.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

/** Refuses guarded modules and globals outside the folders that {@link allowances} names. */
export const noAmbientAuthority: Rule = {
  meta: { type: "problem", docs: { description: "Files, sockets, processes and threads only in the folders that may." } },
  create(context) {
    const place = placeOf(context);
    if (isTest(place) || supportCode.test(place) || freeFolders.some((folder) => isBelow(place, folder))) return {};
    const isGuest = guestFolders.some((folder) => isBelow(place, folder));

    function checkModule(node: ESTree.Node, specifier: string | undefined): void {
      const module = specifier === undefined ? undefined : guardedModule(specifier);
      if (module === undefined || mayImport(place, module)) return;
      context.report({ node, message: `"${specifier}" gives ambient authority: only the folders in tools/lint-rules/ambient-authority.ts may import it.` });
    }
    function checkGlobal(node: ESTree.Node, name: string): void {
      if (isGuest || !guardedGlobals.includes(name)) return;
      context.report({ node, message: `The global ${name} opens connections that nobody judged: go through capability-proxies.` });
    }

    return {
      ImportDeclaration(node) {
        if (!takesHarmlessNames(node)) checkModule(node, node.source.value);
      },
      ExportNamedDeclaration: (node) => checkModule(node, node.source?.value),
      ExportAllDeclaration: (node) => checkModule(node, node.source.value),
      ImportExpression: (node) => checkModule(node, literal(node.source)),
      CallExpression(node) {
        const name = calleeName(node.callee);
        if (name === "require" || name === "getBuiltinModule") checkModule(node, literal(node.arguments[0]));
      },
      Identifier(node) {
        if (context.sourceCode.isGlobalReference(node)) checkGlobal(node, node.name);
      },
      MemberExpression(node) {
        if (node.object.type === "Identifier" && ["globalThis", "self", "window"].includes(node.object.name)) {
          checkGlobal(node, memberName(node));
        }
      },
    };
  },
};

function memberName(node: ESTree.MemberExpression): string {
  if (node.property.type === "Identifier" && !node.computed) return node.property.name;
  return literal(node.property) ?? "";
}

function calleeName(callee: ESTree.Node): string {
  if (callee.type === "Identifier") return callee.name;
  return callee.type === "MemberExpression" ? memberName(callee) : "";
}
