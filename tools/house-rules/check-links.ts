/** The links of a Markdown text that lead to a file: their targets without anchor, in order. */
export function fileLinks(markdown: string): string[] {
  const prose = markdown.replaceAll(/^```[\s\S]*?^```/gm, "").replaceAll(/`[^`\n]*`/g, "");
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target.split("#")[0] ?? "");
  return targets.filter((target) => target !== "" && !/^[a-z]+:/.test(target));
}
