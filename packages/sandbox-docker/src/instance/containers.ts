import { AmbitError, type InstanceSpec, type SandboxHandle, type SandboxLimits, SandboxGoneError, sandboxLimitsSchema } from "@ambit/api-types";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { DockerEngine } from "../engine/docker-engine.ts";
import type { VolumeNames } from "../files/file-system-volumes.ts";
import { type ContainerChoices, FILE_SYSTEM_LABEL, TERMS_LABEL, containerTerms, termsText } from "./container-terms.ts";
import { NO_RELAY } from "./keeper-script.ts";

const ABSENT = 404;
const CONFLICT = 409;
const NOT_CHANGED = 304;
/** What the engine says where somebody else was faster to let a container go on. The next look shows whether it was that. */
const NOT_PAUSED = 500;
const TRIES = 20;
const PAUSE_MILLIS = 100;

const containerSchema = z.object({
  Id: z.string(),
  Name: z.string(),
  State: z.object({ Running: z.boolean(), Paused: z.boolean(), ExitCode: z.int(), StartedAt: z.string() }),
  Config: z.object({ Labels: z.record(z.string(), z.string()).nullable() }),
});

const listSchema = z.array(z.object({ Id: z.string(), Names: z.array(z.string()) }));

/** A container as the engine knows it. */
export interface Container {
  readonly id: string;
  readonly name: string;
  readonly running: boolean;
  readonly paused: boolean;
  readonly exitCode: number;
  /** When it was started last, in the engine's words. */
  readonly startedAt: string;
  /** Terms of an instance; undefined for a container that is none of ours. */
  readonly terms: string | undefined;
  readonly fileSystem: string | undefined;
}

/** Instances as containers. */
export class Containers {
  readonly #engine: DockerEngine;

  constructor(engine: DockerEngine) {
    this.#engine = engine;
  }

  /** Looks a container up by its name; undefined where there is none. */
  async findByName(name: string, signal: AbortSignal): Promise<Container | undefined> {
    // By a filter: in a path, an engine takes what is nobody's name for the beginning of an id.
    const filters = encodeURIComponent(JSON.stringify({ name: [`^/${name.replaceAll(".", "\\.")}$`] }));
    const { value } = await this.#engine.ask({ method: "GET", path: `/containers/json?all=true&filters=${filters}`, signal });
    const [found] = listSchema.parse(value).filter(({ Names }) => Names.includes(`/${name}`));
    return found === undefined ? undefined : this.find(found.Id, signal);
  }

  /** Looks a container up by its whole id; undefined where there is none. */
  async find(id: string, signal: AbortSignal): Promise<Container | undefined> {
    if (!/^[0-9a-f]{64}$/.test(id)) return undefined;
    const { status, value } = await this.#engine.ask({ method: "GET", path: `/containers/${id}/json`, signal, expect: [ABSENT] });
    if (status === ABSENT) return undefined;
    const { Id, Name, State, Config } = containerSchema.parse(value);
    const labels = Config.Labels ?? {};
    return { id: Id, name: Name.replace(/^\//, ""), running: State.Running, paused: State.Paused, exitCode: State.ExitCode, startedAt: State.StartedAt, terms: labels[TERMS_LABEL], fileSystem: labels[FILE_SYSTEM_LABEL] };
  }

  /** Gives the container of a name, or makes it. */
  async make(spec: InstanceSpec, volumes: VolumeNames, choices: ContainerChoices): Promise<SandboxHandle> {
    for (let tries = 0; tries < TRIES; tries++) {
      const known = await this.findByName(spec.name, spec.signal);
      if (known !== undefined) return sameTerms(known, spec, choices.image);
      const { status, value } = await this.#engine.ask({ method: "POST", path: `/containers/create?name=${spec.name}`, json: containerTerms(spec, volumes, choices), signal: spec.signal, expect: [CONFLICT, ABSENT] });
      if (status === ABSENT) throw new AmbitError("REFUSED", `The engine has no image ${choices.image}. Pull or import it first.`);
      if (status !== CONFLICT) return { id: z.object({ Id: z.string() }).parse(value).Id };
      // Somebody made it in between, or an old one is just being removed.
      await pause(PAUSE_MILLIS);
    }
    throw new AmbitError("SANDBOX_FAILED", "The engine keeps the name of a container that it does not have.");
  }

  /**
   * Lets a container run, whatever it does now.
   *
   * @throws SandboxGoneError; AmbitError `REFUSED` where its image cannot reach the gate.
   */
  async run(id: string, signal: AbortSignal): Promise<Container> {
    for (let tries = 0; tries < TRIES; tries++) {
      const container = await this.find(id, signal);
      if (container === undefined || container.terms === undefined) throw new SandboxGoneError("The instance does not exist any more.");
      if (container.running && !container.paused) return container;
      if (!container.running && container.exitCode === NO_RELAY) throw new AmbitError("REFUSED", "The image has nothing to reach the gate with: an allowlist needs node or socat in it.");
      const action = container.paused ? "unpause" : "start";
      await this.#engine.ask({ method: "POST", path: `/containers/${id}/${action}`, signal, expect: [NOT_CHANGED, ABSENT, CONFLICT, NOT_PAUSED] });
    }
    throw new AmbitError("SANDBOX_FAILED", "The instance cannot be started: it ends at once.");
  }

  /** Freezes a container that runs. */
  async pause(id: string, signal: AbortSignal): Promise<void> {
    // 409: it does not run, or is paused already.
    await this.#engine.ask({ method: "POST", path: `/containers/${id}/pause`, signal, expect: [ABSENT, CONFLICT] });
  }

  /** Ends all processes of a container. */
  async kill(id: string): Promise<void> {
    await this.#engine.ask({ method: "POST", path: `/containers/${id}/kill`, expect: [ABSENT, CONFLICT] });
  }

  /** Removes a container, and waits until it is gone. */
  async remove(id: string, signal: AbortSignal): Promise<void> {
    for (let tries = 0; tries < TRIES; tries++) {
      const { status } = await this.#engine.ask({ method: "DELETE", path: `/containers/${id}?force=true&v=true`, signal, expect: [ABSENT, CONFLICT] });
      if (status !== CONFLICT || (await this.find(id, signal)) === undefined) return;
      await pause(PAUSE_MILLIS);
    }
    throw new AmbitError("SANDBOX_FAILED", "The engine does not remove the instance.");
  }

  /** Instances that are attached to a file system. */
  async attachedTo(fileSystem: string, signal: AbortSignal): Promise<readonly string[]> {
    const filters = encodeURIComponent(JSON.stringify({ label: [`${FILE_SYSTEM_LABEL}=${fileSystem}`] }));
    const { value } = await this.#engine.ask({ method: "GET", path: `/containers/json?all=true&filters=${filters}`, signal });
    return listSchema.parse(value).map(({ Id }) => Id);
  }
}

/** Limits of an instance, from its label. */
export function limitsOf({ terms }: Container): SandboxLimits {
  const { version: _version, image: _image, ...limits } = z.looseObject({}).parse(JSON.parse(terms ?? "{}"));
  return sandboxLimitsSchema.parse(limits);
}

/** @throws AmbitError `REFUSED`: what exists must not stand in for something else. */
function sameTerms(known: Container, spec: InstanceSpec, image: string): SandboxHandle {
  if (known.terms === undefined) throw new AmbitError("REFUSED", `The engine has a container ${spec.name} that is not of this provider. Use another name.`);
  if (known.fileSystem !== spec.fileSystem.id || known.terms !== termsText(spec, image)) throw new AmbitError("REFUSED", `The instance ${spec.name} exists with another file system, image or other limits. Destroy it first; its files stay.`);
  return { id: known.id };
}
