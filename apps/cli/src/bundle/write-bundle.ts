import { AmbitError } from "@ambit/api-types";
import { bundleListing, LISTING_FILE, type PluginPackage } from "@ambit/api-host";
import { pack } from "tar-stream";

/** Owner, time and mode of every entry: nothing of the machine or the moment is in a bundle. */
const PLAIN = { mode: 0o644, uid: 0, gid: 0, uname: "", gname: "", mtime: new Date(0), type: "file" } as const;

/**
 * Makes a bundle's bytes: a tar of the listing and then the files by ascending path. The same files give the same bytes.
 *
 * @throws AmbitError `BUNDLE_INVALID` where the plugin has a file of the listing's name.
 */
export async function writeBundle(plugin: PluginPackage): Promise<Uint8Array> {
  if (plugin.files.some(({ path }) => path.toLowerCase() === LISTING_FILE)) throw new AmbitError("BUNDLE_INVALID", `${LISTING_FILE}: This name is the bundle's own listing's.`);
  const archive = pack();
  archive.entry({ ...PLAIN, name: LISTING_FILE }, `${JSON.stringify(bundleListing(plugin.manifest, plugin.files), null, 2)}\n`);
  for (const { path, bytes } of plugin.files) archive.entry({ ...PLAIN, name: path }, Buffer.from(bytes));
  archive.finalize();
  const pieces: Buffer[] = [];
  for await (const piece of archive) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
