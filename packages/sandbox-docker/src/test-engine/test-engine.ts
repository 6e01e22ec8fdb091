import { timerMillis } from "@ambit/api-types";
import type { ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DockerEngine } from "../engine/docker-engine.ts";
import { ENGINE_FOLDER, clearLeftEngines, hasEnded, keepEngine } from "./engine-keeper.ts";
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
    await clearLeftEngines();
    const folder = mkdtempSync(ENGINE_FOLDER);
    const log = join(folder, "log");
    const child = keepEngine(folder, program, ["--bridge=none", "--iptables=false", "--ip6tables=false"]);
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

  /** Ends the engine with everything in it; its folder is gone then. */
  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once("close", resolve));
    this.#process.stdin?.destroy();
    if (this.#process.exitCode === null && this.#process.signalCode === null) await ended;
  }

  /** Whether the engine answers within some milliseconds. */
  async isWell(millis: number): Promise<boolean> {
    const api = this.api();
    try {
      return (await api.ask({ method: "GET", path: "/_ping", signal: AbortSignal.timeout(timerMillis(millis)) })).status === 200;
    } catch {
      return false;
    } finally {
      await api.close();
    }
  }

  async #answers(): Promise<void> {
    const end = performance.now() + START_MILLIS;
    while (!(await this.isWell(START_MILLIS))) {
      if (hasEnded(this.folder) || performance.now() > end) throw new Error("dockerd did not start.");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
