import { lstatSync, readdirSync, readlinkSync } from "node:fs";
import { TEMP_FOLDER } from "./confined-child.ts";
import { type DeviceFolder, guestDevices } from "./device-nodes.ts";

/** Folders at the top that hold programs and libraries: links into `/usr` on most systems, folders on some. */
const TOP_FOLDERS: readonly string[] = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/** Parts of `/etc` without which programs and libraries are not found. */
const NEEDED_BY_ALL: readonly string[] = ["/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime"];

/** Parts of `/etc` that say which certificates are trusted. */
const NEEDED_BY_INTERNET: readonly string[] = ["/etc/ssl/certs", "/etc/ssl/openssl.cnf", "/etc/ca-certificates", "/etc/pki/tls/certs", "/etc/pki/ca-trust/extracted"];

/** Files of `/proc` that everybody can read and that tell of the host rather than of the child. */
const TELLING: readonly string[] = ["cmdline", "keys", "key-users"];

/** User and group that a child finds itself as. */
export const GUEST_ID = 1000;

/** Files that a child needs and that must tell nothing of the host. Names are looked up in files alone: nothing here asks a server. */
export const guestFiles: readonly { readonly path: string; readonly text: string }[] = [
  { path: "/etc/passwd", text: `guest:x:${GUEST_ID}:${GUEST_ID}:guest:${TEMP_FOLDER}:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n` },
  { path: "/etc/group", text: `guest:x:${GUEST_ID}:\nnogroup:x:65534:\n` },
  { path: "/etc/hosts", text: "127.0.0.1 localhost\n::1 localhost\n" },
  { path: "/etc/nsswitch.conf", text: "passwd: files\ngroup: files\nhosts: files\n" },
];

/** Options of bubblewrap for the part of the view that every child has. */
export function systemView(internet: boolean): string[] {
  const etc = internet ? [...NEEDED_BY_ALL, ...NEEDED_BY_INTERNET] : NEEDED_BY_ALL;
  return ["--ro-bind", "/usr", "/usr", ...[...TOP_FOLDERS, ...etc].flatMap(sameAsHost)];
}

/**
 * Options that come last: special file systems, then everything above closed for writing. A child of root is root to the kernel when it
 * comes to files that root owns, so `/proc` as a whole is closed: `/proc/sys` sets the machine up.
 */
export function closingView(tempBytes: number, devices: DeviceFolder): string[] {
  return [
    "--proc", "/proc", ...hiddenInProc(devices.forRoot).flatMap((path) => ["--ro-bind", "/dev/null", path]), "--remount-ro", "/proc",
    "--tmpfs", "/dev", ...guestDevices.flatMap(({ name }) => ["--dev-bind", `${devices.path}/${name}`, `/dev/${name}`]),
    "--symlink", "/proc/self/fd", "/dev/fd", ...["stdin", "stdout", "stderr"].flatMap((name, index) => ["--symlink", `/proc/self/fd/${index}`, `/dev/${name}`]),
    "--size", String(tempBytes), "--tmpfs", "/dev/shm", "--remount-ro", "/dev",
    "--symlink", TEMP_FOLDER, "/tmp", "--symlink", TEMP_FOLDER, "/var/tmp", "--remount-ro", "/",
  ];
}

const hidden = new Map<boolean, readonly string[]>();

/** What tells of the host, and for a child of root also what only root can read. Looked up once: it depends on the kernel alone. */
function hiddenInProc(forRoot: boolean): readonly string[] {
  const known = hidden.get(forRoot);
  if (known !== undefined) return known;
  const found = readdirSync("/proc", { withFileTypes: true })
    .filter((entry) => entry.isFile() && (TELLING.includes(entry.name) || (forRoot && isForRootAlone(`/proc/${entry.name}`))))
    .map((entry) => `/proc/${entry.name}`);
  hidden.set(forRoot, found);
  return found;
}

function isForRootAlone(path: string): boolean {
  return ((lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o004) === 0;
}

function sameAsHost(path: string): string[] {
  try {
    return lstatSync(path).isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path];
  } catch {
    return [];
  }
}
