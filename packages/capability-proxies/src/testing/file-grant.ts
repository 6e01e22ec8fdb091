import type { CallGrant } from "@ambit/api-types";

/** A grant for a path below a root, as the judge gives it; `within` is the folder of the rule. */
export function fileGrant(path: string, options: { readonly root?: string; readonly access?: "read" | "write"; readonly within?: string } = {}): CallGrant {
  const { root = "temp", access = "write", within = "" } = options;
  return { kind: "file", root, components: split(path), access, within: split(within) };
}

function split(path: string): string[] {
  return path === "" ? [] : path.split("/");
}
