import { readdirSync, readFileSync, lstatSync } from "node:fs";
import { ScratchFolder } from "./scratch-folder.ts";

/** What no guest may read: its length, and a word to look for. */
export const secret: string = `SECRET${"s".repeat(771)}`;

/** A root with everything laid in it that has led a host astray, and a file outside. */
export function laidOut(): ScratchFolder {
  return new ScratchFolder()
    .file("secret", secret).file("out/secret", secret).directory("out/sub").directory("root/a/b/c").file("root/mine", "mine").file("root/plain", "plain")
    .link("root/abs", "/etc/passwd").link("root/rel", "../secret").link("root/dirlink", "../out").link("root/chain", "rel").link("root/a/up", "../..")
    .link("root/a/b/far", "../../../secret").link("root/parent", "..").link("root/loop", "loop").link("root/zero", "/dev/zero").link("root/proc", "/proc")
    .link("root/null", "/dev/null").link("root/tty", "/dev/tty").link("root/a/zero", "/dev/zero")
    .link("root/self", ".").link("root/inlink", "a").link("root/dang", "../out/new").hardLink("root/hard", "out/secret").fifo("root/fifo").fifo("root/a/fifo");
}

/** Everything below a folder: names, times, sizes, second names and bytes. Equal before and after where nothing was changed. */
export function snapshotOf(folder: ScratchFolder, name: string): string {
  const entries = readdirSync(folder.at(name), { recursive: true, encoding: "utf8" }).sort();
  return entries
    .map((entry) => {
      const stat = lstatSync(folder.at(name, entry), { bigint: true });
      return `${entry} ${stat.mode} ${stat.mtimeNs} ${stat.nlink} ${stat.size} ${stat.isFile() ? readFileSync(folder.at(name, entry), "utf8") : ""}`;
    })
    .join("\n");
}
