import { AmbitError } from "@ambit/api-types";
import type { DockerEngine } from "../engine/docker-engine.ts";
import { ContainerExec, type ExecSpec } from "./container-exec.ts";

const MOST_OUTPUT_BYTES = 65 * 1024 * 1024;

/** What a script of ours left. */
export interface ScriptEnd {
  readonly exitCode: number;
  readonly stdout: Buffer;
}

/** Runs a script of ours in a container. Undefined: the container does not run, or is gone. */
export async function runToEnd(engine: DockerEngine, container: string, spec: ExecSpec, signal?: AbortSignal): Promise<ScriptEnd | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const exec = await ContainerExec.start(engine, container, spec, (stream, piece) => {
    bytes += piece.length;
    if (stream === "stdout" && bytes <= MOST_OUTPUT_BYTES) pieces.push(piece);
  }, signal);
  if (exec === undefined) return undefined;
  const exitCode = await exec.ended();
  if (bytes > MOST_OUTPUT_BYTES) throw new AmbitError("SANDBOX_FAILED", "More came out of the container than was asked for.");
  return { exitCode, stdout: Buffer.concat(pieces) };
}
