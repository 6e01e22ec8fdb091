import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DockerEngine } from "../engine/docker-engine.ts";

/** Name of the tests' image: busybox for everything, and this Node with its libraries for the network. */
export const TEST_IMAGE = "ambit-test:latest";

const BUSYBOX: readonly string[] = ["/usr/bin/busybox", "/bin/busybox"];

/** Makes the image from programs of this machine: there is no registry. */
export async function importTestImage(socketPath: string): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "ambit-image-"));
  const engine = new DockerEngine(socketPath);
  try {
    fill(root);
    execFileSync("tar", ["-C", root, "-cf", `${root}.tar`, "."]);
    const [repo = "", tag = ""] = TEST_IMAGE.split(":");
    await engine.ask({ method: "POST", path: `/images/create?fromSrc=-&repo=${repo}&tag=${tag}`, body: readFileSync(`${root}.tar`) });
  } finally {
    await engine.close();
    rmSync(root, { recursive: true, force: true });
    rmSync(`${root}.tar`, { force: true });
  }
}

function fill(root: string): void {
  const busybox = BUSYBOX.find((path) => existsSync(path));
  if (busybox === undefined) throw new Error("busybox is not installed (Debian: busybox-static).");
  for (const folder of ["bin", "usr", "tmp", "workspace", "skills", "run/ambit", "proc", "dev", "sys", "etc"]) mkdirSync(join(root, folder), { recursive: true });
  symlinkSync("../bin", join(root, "usr/bin"));
  copyFileSync(busybox, join(root, "bin/busybox"));
  for (const applet of execFileSync(busybox, ["--list"], { encoding: "utf8" }).trim().split("\n")) if (applet !== "busybox") symlinkSync("busybox", join(root, "bin", applet));
  copyFileSync(process.execPath, join(root, "bin/node"));
  for (const library of librariesOf(process.execPath)) {
    mkdirSync(join(root, dirname(library)), { recursive: true });
    cpSync(realpathSync(library), join(root, library));
  }
}

function librariesOf(program: string): string[] {
  return [...execFileSync("ldd", [program], { encoding: "utf8" }).matchAll(/(\/\S+) \(0x/g)].map(([, path = ""]) => path);
}
