import type { JsonValue } from "@ambit/api-types";
import type { InstallPreview } from "@ambit/api-host";
import { requirePlugin } from "../run/require-plugin.ts";
import { openHost } from "../run/open-host.ts";
import { readRoots } from "../run/root-option.ts";
import { type Output, paint } from "../terminal/output.ts";

/** Shows what installing a plugin folder would ask a person to agree to. */
export async function inspectCommand(folder: string, roots: readonly string[], data: string, output: Output): Promise<void> {
  requirePlugin(folder);
  const host = await openHost({ folder, dataDir: data, roots: readRoots(roots) });
  try {
    const preview = await host.preview(folder);
    output.result(preview as unknown as JsonValue, describe(preview));
  } finally {
    await host.close();
  }
}

function describe(preview: InstallPreview): string {
  const { manifest } = preview;
  const lines = preview.lines.map((line) => {
    const text = line.severity === "danger" ? paint("red", line.text) : line.text;
    const reason = line.reason === undefined ? "" : `\n      the author says: ${line.reason}`;
    return `  ${text}  (${line.severity}, ${line.key})${line.warning === undefined ? "" : `\n      ${line.warning}`}${reason}`;
  });
  return [
    `${paint("bold", manifest.id)} ${manifest.version} by ${manifest.publisher}`,
    `bundle ${preview.bundleDigest}`,
    "",
    lines.length === 0 ? "It asks for nothing." : "It asks for:",
    ...lines,
    "",
    `Limits of its own: ${Object.entries(manifest.limits).map(([name, value]) => `${name} ${value}`).join(", ") || "none"}`,
    `Tools: ${manifest.tools.map((tool) => tool.name).join(", ") || "none"}`,
    ...preview.problems.map((problem) => paint("yellow", problem)),
  ].join("\n");
}
