import type { NamedPermission, PermissionsDeclaration, PluginManifest } from "@ambit/api-types";

/** The key under which an entry's text stands, by section. */
const textKeys = { network: "host", commands: "line", secrets: "name", events: "name", capabilities: "id" } as const;

/** The text of `ambit-plugin.json` for a manifest: what `readManifest` reads back is the same manifest. */
export function writeManifest({ permissions, tools, hooks, limits, ...head }: PluginManifest): string {
  const whole = {
    ...head,
    ...(Object.keys(permissions).length > 0 && { permissions: writtenPermissions(permissions) }),
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(tools.length > 0 && { tools }),
    ...(hooks.length > 0 && { hooks }),
  };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

function writtenPermissions({ files, storage, ...named }: PermissionsDeclaration): Record<string, unknown> {
  const sections = Object.entries(textKeys).flatMap(([section, key]) => {
    const entries = named[section as keyof typeof textKeys];
    return entries === undefined ? [] : [[section, entries.map((entry) => written(entry, key))] as const];
  });
  return { ...Object.fromEntries(sections), ...(files !== undefined && { files }), ...(storage !== undefined && { storage }) };
}

function written({ name, reason }: NamedPermission, key: string): unknown {
  return reason === undefined ? name : { [key]: name, reason };
}
