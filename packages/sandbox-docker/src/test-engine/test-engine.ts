import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DockerEngine } from "../engine/docker-engine.ts";
import { importTestImages } from "./test-image.ts";

const START_MILLIS = 60_000;

/** A Docker engine of the tests' own, on a private socket. */
export class TestEngine {
  readonly socketPath: string;
  readonly folder: string;
  readonly #process: ChildProcess;

  private constructor(folder: string, process: ChildProcess) {
    this.folder = folder;
    this.socketPath = join(folder, "docker.sock");
    this.#process = process;
  }

  /**
   * Starts an engine with the image of the tests.
   *
   * @returns The engine, or why there is none.
   */
  static async start(): Promise<TestEngine | string> {
    const program = ["/usr/sbin/dockerd", "/usr/bin/dockerd"].find((path) => existsSync(path));
    if (program === undefined) return "dockerd is not installed (Debian: docker.io)";
    if (process.getuid?.() !== 0) return "dockerd needs root";
    const folder = mkdtempSync(join(tmpdir(), "ambit-dockerd-"));
    const log = join(folder, "log");
    const words = ["--data-root", join(folder, "data"), "--exec-root", join(folder, "exec"), "-H", `unix://${join(folder, "docker.sock")}`, "-p", join(folder, "pid"), "--bridge=none", "--iptables=false", "--ip6tables=false"];
    const child = spawn("/bin/sh", ["-c", 'log=$1; shift; exec "$@" > "$log" 2>&1', "dockerd", log, program, ...words], { stdio: "ignore", env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" } });
    const engine = new TestEngine(folder, child);
    try {
      await engine.#answers();
      await importTestImages(engine.socketPath);
      return engine;
    } catch (error) {
      const said = existsSync(log) ? readFileSync(log, "utf8").split("\n").slice(-6).join("\n") : "";
      await engine.stop();
      return `${error instanceof Error ? error.message : String(error)}\n${said}`;
    }
  }

  /** The engine's API. */
  api(): DockerEngine {
    return new DockerEngine(this.socketPath);
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    if (this.#process.exitCode === null && this.#process.kill("SIGTERM")) await ended;
    // Containers that were left have their files mounted.
    for (const point of mountsBelow(this.folder)) execFileSync("umount", ["--lazy", point], { stdio: "ignore" });
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #answers(): Promise<void> {
    const api = this.api();
    const end = performance.now() + START_MILLIS;
    try {
      for (;;) {
        const answer = await api.ask({ method: "GET", path: "/_ping" }).catch(() => undefined);
        if (answer !== undefined) return;
        if (this.#process.exitCode !== null || performance.now() > end) throw new Error("dockerd did not start.");
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    } finally {
      await api.close();
    }
  }
}

function mountsBelow(folder: string): string[] {
  return readFileSync("/proc/self/mountinfo", "utf8").split("\n").map((line) => line.split(" ")[4] ?? "").filter((point) => point.startsWith(`${folder}/`)).toReversed();
}
