import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { DockerEngine } from "../engine/docker-engine.ts";

/** Name of the tests' image: busybox for everything, and this Node with its libraries for the network. */
export const TEST_IMAGE = "ambit-test:latest";
/** The same with the shell of Debian. */
export const DASH_IMAGE = "ambit-test:dash";

const BUSYBOX: readonly string[] = ["/usr/bin/busybox", "/bin/busybox"];

/** Makes the images from programs of this machine: there is no registry. */
export async function importTestImages(socketPath: string): Promise<void> {
  const root = mkdtempSync(join(dirname(socketPath), "image-"));
  const engine = new DockerEngine(socketPath);
  try {
    fill(root);
    await importFolder(engine, root, TEST_IMAGE);
    rmSync(join(root, "bin/sh"));
    copyProgram(root, realpathSync("/usr/bin/dash"), "bin/sh");
    await importFolder(engine, root, DASH_IMAGE);
  } finally {
    await engine.close();
    rmSync(root, { recursive: true, force: true });
  }
}

async function importFolder(engine: DockerEngine, root: string, image: string): Promise<void> {
  const [repo = "", tag = ""] = image.split(":");
  const archive = `${root}.tar`;
  try {
    execFileSync("tar", ["-C", root, "-cf", archive, "."]);
    await engine.ask({ method: "POST", path: `/images/create?fromSrc=-&repo=${repo}&tag=${tag}`, body: readFileSync(archive) });
  } finally {
    rmSync(archive, { force: true });
  }
}

function fill(root: string): void {
  const busybox = BUSYBOX.find((path) => existsSync(path));
  if (busybox === undefined) throw new Error("busybox is not installed (Debian: busybox-static).");
  for (const folder of ["bin", "usr", "tmp", "workspace", "skills", "run/ambit", "proc", "dev", "sys", "etc"]) mkdirSync(join(root, folder), { recursive: true });
  symlinkSync("../bin", join(root, "usr/bin"));
  copyFileSync(busybox, join(root, "bin/busybox"));
  for (const applet of execFileSync(busybox, ["--list"], { encoding: "utf8" }).trim().split("\n")) if (applet !== "busybox") symlinkSync("busybox", join(root, "bin", applet));
  copyProgram(root, process.execPath, "bin/node");
}

function copyProgram(root: string, program: string, place: string): void {
  copyFileSync(program, join(root, place));
  for (const library of librariesOf(program)) {
    mkdirSync(join(root, dirname(library)), { recursive: true });
    cpSync(realpathSync(library), join(root, library));
  }
}

function librariesOf(program: string): string[] {
  return [...execFileSync("ldd", [program], { encoding: "utf8" }).matchAll(/(\/\S+) \(0x/g)].map(([, path = ""]) => path);
}
