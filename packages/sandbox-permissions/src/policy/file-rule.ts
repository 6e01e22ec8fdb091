import type { FilePermission, FileRule } from "@ambit/api-types";
import { judgePathText } from "../files/path-text.ts";
import { type HostTerms, rootTerms } from "./host-terms.ts";

/** The rule that an entry of `permissions.files` stands for, or what is wrong with it (a phrase). */
export type FileEntry = { readonly ok: true; readonly rule: FileRule } | { readonly ok: false; readonly unknownRoot: boolean; readonly message: string };

const refused = (message: string): FileEntry => ({ ok: false, unknownRoot: false, message });

/** Reads one entry of `permissions.files`; what a host has and allows is checked where its terms are given. */
export function parseFileEntry(entry: FilePermission, host?: HostTerms): FileEntry {
  const { root, access } = entry;
  if (root === "plugin" && access === "write") return refused("asks to write the plugin's own files, which are read only");
  // The strictest platform's grammar: a manifest holds on every platform or on none.
  const path = judgePathText(entry.path ?? "", "win32");
  if (!path.ok) return refused(`has a path that is refused: ${path.reason}`);
  if (host !== undefined) {
    const terms = rootTerms(host, root);
    if (terms === undefined) return { ok: false, unknownRoot: true, message: `asks for the root "${root}", which this host does not have` };
    if (access === "write" && terms.access === "read") return refused(`asks to write the root "${root}", which can only be read on this host`);
    if (terms.sensitive === true && entry.reason === undefined) return refused(`asks for the root "${root}", which holds credentials: it must give a reason`);
  }
  return { ok: true, rule: { root, path: path.components, access } };
}

/** A file rule's root and path in one text, such as `agent/sub`. */
export function fileRuleText(rule: FileRule): string {
  return [rule.root, ...rule.path].join("/");
}
