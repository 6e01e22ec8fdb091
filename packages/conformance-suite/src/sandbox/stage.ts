import { join } from "node:path";
import {
  defaultCeilings,
  type JsonObject,
  type JsonValue,
  type LimitName,
  type PermissionsDeclaration,
  type Preopen,
  type RunForm,
  type Sandbox,
  type SandboxBackend,
  type SandboxCallOptions,
  type SandboxSpec,
} from "@ambit/api-types";
import { compilePolicy, type HostTerms } from "@ambit/sandbox-permissions";
import { bundleDigest } from "../bundle-digest.ts";
import type { FixturePlugin } from "../fixture-plugin.ts";
import { boardCapabilities } from "../host/board.ts";
import { createRecordingGateway, type RecordingGateway } from "../host/recording-gateway.ts";
import type { Subject } from "./conformance-case.ts";
import { within } from "./within.ts";

/** How an instance of the fixture plugin is started; what is absent has the suite's default. */
export interface StartOptions {
  readonly permissions?: PermissionsDeclaration;
  readonly limits?: Readonly<Partial<Record<LimitName, number>>>;
  readonly preopens?: readonly Preopen[];
  readonly config?: JsonObject;
  readonly lang?: string;
  readonly secrets?: Readonly<Record<string, string>>;
  /** Files of the test host's roots, by `root/path`. */
  readonly files?: Readonly<Record<string, string>>;
  /** Another file than the fixture's, below the same folder or below `bundleDir`. */
  readonly run?: RunForm;
  readonly bundleDir?: string;
}

/** One instance of the fixture plugin with the host that serves it. */
export interface Running {
  readonly sandbox: Sandbox;
  readonly host: RecordingGateway;
  readonly spec: SandboxSpec;
  /** Runs one of the fixture's tools. */
  tool(name: string, args?: JsonObject, options?: SandboxCallOptions): Promise<JsonValue>;
}

/** What a case works with. */
export interface Stage extends Subject {
  readonly backend: SandboxBackend;
  /** Starts an instance, which is disposed when the case ends. */
  start(options?: StartOptions): Promise<Running>;
  /** What `start` would hand to the backend. */
  spec(options?: StartOptions): Promise<{ readonly spec: SandboxSpec; readonly host: RecordingGateway; attach(sandbox: Sandbox): void }>;
  /** A fresh backend of the same kind; closed when the case ends. */
  another(): SandboxBackend;
}

/** A stage and its end. */
export interface OwnedStage extends Stage {
  /** Disposes all instances; each must be gone, and have said so, within the time. */
  clear(): Promise<void>;
}

/** Milliseconds an instance may take to start, to answer or to end before its case fails. */
const PATIENCE = 20_000;

/** Instances of one process have names of their own, whatever stage they stand on. */
let instances = 0;

/** Makes a stage on a backend. */
export function openStage(backend: SandboxBackend, fixture: FixturePlugin, makeBackend: () => SandboxBackend, patience: number = PATIENCE): OwnedStage {
  const running: Running[] = [];
  const others: SandboxBackend[] = [];
  const prepare = (options: StartOptions = {}): Promise<Prepared> => prepareSpec(fixture, options);
  return {
    backend,
    supports: backend.supports,
    fixture,
    spec: prepare,
    async start(options) {
      const { spec, host, attach } = await prepare(options);
      const sandbox = await within(patience, "create", backend.create(spec));
      attach(sandbox);
      const one = runningOf(sandbox, host, spec, patience);
      running.push(one);
      return one;
    },
    another() {
      const other = makeBackend();
      others.push(other);
      return other;
    },
    async clear() {
      const ends = running.splice(0).map(async ({ sandbox, host }) => {
        host.close();
        await within(patience, "dispose", sandbox.dispose());
        await within(patience, "exited, after dispose", sandbox.exited);
      });
      await settleAll([...ends, ...others.splice(0).map((other) => within(patience, "close", other.close()))]);
    },
  };
}

/** Waits for all, also when one fails early; then fails with the first failure. */
async function settleAll(all: readonly Promise<void>[]): Promise<void> {
  for (const end of await Promise.allSettled(all)) if (end.status === "rejected") throw end.reason;
}

interface Prepared {
  readonly spec: SandboxSpec;
  readonly host: RecordingGateway;
  attach(sandbox: Sandbox): void;
}

async function prepareSpec(fixture: FixturePlugin, options: StartOptions): Promise<Prepared> {
  const { permissions = {}, limits = {}, preopens = [], config = {}, lang = "en", secrets = {}, files = {} } = options;
  const policy = compilePolicy({ manifest: { ...fixture.manifest, permissions, limits }, removed: [], host: suiteHost });
  let sandbox: Sandbox | undefined;
  const notify = (method: string, params: JsonValue): void => sandbox?.notify(method, params);
  const state = { kv: new Map<string, JsonValue>(), documents: new Map<string, JsonObject>(), files: new Map(Object.entries(files)), cards: new Map<string, string>(), secrets, log: [], timers: new Map(), notify };
  const host = createRecordingGateway(policy, state);
  const bundleDir = options.bundleDir ?? fixture.folder;
  const spec: SandboxSpec = {
    instanceId: `conformance-${++instances}`,
    plugin: { id: fixture.manifest.id, version: fixture.manifest.version },
    run: options.run ?? fixture.run,
    bundleDir,
    bundleDigest: await bundleDigest(bundleDir),
    policy,
    preopens,
    config,
    lang,
    capabilityCalls: boardCapabilities.flatMap(({ id, calls = [] }) => (policy.capabilities.includes(id) ? calls.map(({ method }) => method) : [])),
    gateway: host,
  };
  return { spec, host, attach: (started) => void (sandbox = started) };
}

/** What the suite's host offers: two roots, and the capabilities of an application. */
const suiteHost: HostTerms = {
  roots: { workspace: { access: "write" }, notes: { access: "read" } },
  ceilings: defaultCeilings,
  capabilities: Object.fromEntries(boardCapabilities.map((capability) => [capability.id, capability])),
};

function runningOf(sandbox: Sandbox, host: RecordingGateway, spec: SandboxSpec, patience: number): Running {
  return {
    sandbox,
    host,
    spec,
    tool(name, args = {}, options = {}) {
      host.beginCall();
      return within(patience, `the tool ${name}`, sandbox.call("tool/call", { tool: name, arguments: args }, options));
    },
  };
}

/** A file of the fixture's folder on the host; no message to a guest may hold it. */
export function runFileOf(spec: SandboxSpec): string {
  return join(spec.bundleDir, "js" in spec.run ? spec.run.js : spec.run.wasm);
}
