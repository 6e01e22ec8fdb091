import type {
  Capability,
  CommandHost,
  ConsentLine,
  HostStore,
  JournalEntry,
  JournalFilter,
  JournalRecord,
  JsonObject,
  JsonValue,
  Limits,
  LogLevel,
  PluginManifest,
  PluginSettings,
  EngineKind,
  IsolationKind,
  RouteRequest,
  SandboxBackend,
  SandboxCallOptions,
  ScriptHost,
} from "@ambit/api-types";
import type { ProxySettings, SharedServers, TimerSource } from "@ambit/capability-proxies";
import type { ConsentWording } from "@ambit/sandbox-permissions";
import type { RestartSchedule } from "@ambit/worker-host";
import type { HookOptions, HookRun } from "../hooks/hook-run.ts";
import type { OrgOption } from "../settings/org-name.ts";
import type { JournalExportOptions } from "../journal/host-journal.ts";
import type { JournalRotationOptions } from "../journal/journal-rotation.ts";

/** A folder that the integrator lets plugins ask for, by name. */
export interface RootRegistration {
  /** Absolute folder on the host, or a function that says which one serves a plugin: the same for every organisation. */
  readonly hostPath: string | ((pluginId: string) => string | undefined);
  /** The most that a plugin can get; default `write`. */
  readonly access?: "read" | "write";
  /** Holds credentials or the like: a manifest that asks for it must give a reason. */
  readonly sensitive?: boolean;
  /** Names fenced off below it. */
  readonly fenced?: readonly string[];
  /** Commands of plugins may run in it, where the plugin itself cannot write it. Default no. */
  readonly commands?: boolean;
}

/** One line of a plugin's own log. */
export interface LogLine {
  readonly time: number;
  readonly pluginId: string;
  readonly instanceId: string;
  readonly level: LogLevel;
  readonly message: string;
}

/** What {@link PluginHost} is made from. */
export interface PluginHostOptions {
  readonly store: HostStore;
  /** In order of preference; the first that is available and can take a plugin's `run` runs it. */
  readonly backends: readonly SandboxBackend[];
  /** Engine for JavaScript, where several backends run it; default the first backend that can. */
  readonly engine?: EngineKind;
  /** Engine of single plugins, by id. */
  readonly engines?: Readonly<Record<string, EngineKind>>;
  /**
   * What is around the engine of a plugin, at least: `thread` or `process`, a confined process of the plugin's own. One for which there is
   * no process backend, or none that is available, is refused then. Default `thread`.
   */
  readonly isolation?: IsolationKind;
  /** The same for single plugins, by id. */
  readonly isolations?: Readonly<Record<string, IsolationKind>>;
  /** `plugin` and `temp` are always there. */
  readonly roots?: Readonly<Record<string, RootRegistration>>;
  /** What the application itself lets plugins do, each made by `defineCapability`; none where absent. */
  readonly capabilities?: readonly Capability[];
  /**
   * Files and folders of the host that no plugin may change, such as its configuration and the folders plugins are installed
   * from: closed below every root that can be written. `dataDir` always is, below every root.
   */
  readonly protectedPaths?: readonly string[];
  /** Ceilings the integrator moved. */
  readonly limits?: Partial<Limits>;
  /** Folder for bundles and private temp folders; made when missing. Default: a private folder below the system's temp. */
  readonly dataDir?: string;
  /** Resolves names for network calls; default the system's resolver. */
  readonly resolveName?: (hostname: string) => Promise<readonly string[]>;
  /** Certificates in PEM that network calls trust beside the usual ones. */
  readonly trustedCertificates?: readonly string[];
  /** How the operator lets connections go out, read at each call, so that a change reaches the next one; directly where absent. */
  readonly proxySettings?: () => ProxySettings | undefined;
  /** The shared servers that the application starts for plugins; `local:shared` reaches none where absent. */
  readonly sharedServers?: SharedServers;
  /** Runs the commands that plugins declare, confined; the host closes it. No command runs where absent. */
  readonly commands?: CommandHost;
  /** Runs the tools that scripts handle, confined; the host closes it. No script runs where absent. */
  readonly scripts?: ScriptHost;
  /** Shown in "enforced by <application>". */
  readonly applicationName?: string;
  /** Words of the install window in languages beside English, by tag; `consentWordings` of `@ambit/sandbox-permissions` has the English ones. */
  readonly consentWordings?: Readonly<Record<string, ConsentWording>>;
  /** Language handed to plugins; default `en`. */
  readonly lang?: string;
  /** How much of the journal is kept. */
  readonly journal?: JournalRotationOptions;
  /** When a plugin that crashed is started again; default: the schedule of `@ambit/worker-host`. */
  readonly restart?: Partial<RestartSchedule>;
  /** What plugins' timers run on; the system's where absent. A test gives them a clock of its own. */
  readonly timers?: TimerSource;
  /** Takes each line that a plugin logs, its secrets masked. */
  readonly onLog?: (line: LogLine) => void;
  /** Failures of the host itself, with their causes, secrets masked; default: written to standard error. */
  readonly onInternalError?: (error: unknown) => void;
}

/** What an install window shows before anything runs. */
export interface InstallPreview {
  readonly manifest: PluginManifest;
  readonly bundleDigest: string;
  readonly lines: readonly ConsentLine[];
  /** Warnings for the reader, such as a backend that is not available. */
  readonly problems: readonly string[];
}

/** A person's answer to an install window: bound to what was shown. */
export interface Consent {
  /** Digest of the bundle that was shown. */
  readonly bundleDigest: string;
  /** Keys of the lines that were shown, all of them: if the host would show others, nothing is granted. */
  readonly shown: readonly string[];
  /** Keys of the lines taken away. */
  readonly removed: readonly string[];
}

/** An installed plugin as a console shows it. */
export interface PluginStatus {
  readonly manifest: PluginManifest;
  readonly bundleDigest: string;
  /** `waiting`: nobody has agreed yet; nothing runs. `parked`: crashed too often. */
  readonly state: "waiting" | "ready" | "running" | "parked";
  readonly lines: readonly ConsentLine[];
  readonly removed: readonly string[];
  /** Names of the secrets that it can be given: those it asks for, and its secret settings. */
  readonly secretNames: readonly string[];
  /** A newer version that waits for consent, with what it would show. */
  readonly update?: InstallPreview;
  /** Name of the backend that runs it; absent where none can. */
  readonly backend?: string;
  readonly problems: readonly string[];
}

/** How a tool is called. */
export interface ToolCallOptions extends SandboxCallOptions, OrgOption {}

/** Who asks for a route, and for how long. */
export interface RouteOptions extends OrgOption {
  /** The application does not know who asks; a route that is not public is refused then. Default false. */
  readonly anonymous?: boolean;
  /** The caller gives up; the call ends in `CALL_CANCELLED`. */
  readonly signal?: AbortSignal;
}

/** Runs plugins that the application does not trust. Made by `createPluginHost`. */
export interface PluginHost {
  /** Reads a plugin folder and says what installing it would show; nothing is kept. A root that the host lacks is told as a problem. */
  preview(folder: string): Promise<InstallPreview>;
  /**
   * Takes a plugin folder in. It runs only after {@link PluginHost.grant}. A newer version that widens nothing goes in at once,
   * one that widens waits while the old one keeps running.
   */
  install(folder: string): Promise<PluginStatus>;
  /**
   * Keeps a person's consent and lets the plugin run. Its hook `plugin:install` is told the first time since it was installed,
   * and `plugin:activate` each time; whatever they do, the plugin is agreed to.
   *
   * @throws AmbitError `CONSENT_MISMATCH` where what was shown is not what would be enforced.
   */
  grant(pluginId: string, consent: Consent): Promise<PluginStatus>;
  /** Takes consent back and stops the plugin. Its hook `plugin:deactivate` is told before. */
  revoke(pluginId: string): Promise<PluginStatus>;
  /** Takes a plugin out. Its hook `plugin:uninstall` is told before, with `{ deleteData }`. */
  uninstall(pluginId: string, options: { readonly deleteData: boolean }): Promise<void>;
  plugins(): Promise<readonly PluginStatus[]>;
  plugin(pluginId: string): Promise<PluginStatus>;
  /** Starts a parked plugin again, and whatever of it is parked for an organisation. */
  restart(pluginId: string): Promise<PluginStatus>;
  /**
   * Runs one tool.
   *
   * @throws AmbitError `PLUGIN_NOT_INSTALLED`, `CONSENT_REQUIRED`, `TOOL_UNKNOWN`, `PLUGIN_PARKED`, or what ended the call.
   */
  callTool(pluginId: string, tool: string, args: JsonObject, options?: ToolCallOptions): Promise<JsonValue>;
  /**
   * Asks the plugins before something happens. Policy hooks are asked one by one, by priority and then by plugin id, each on a
   * copy of its own; the first that says no, fails or takes too long blocks, and so does one that was agreed to and cannot run.
   * Observing hooks are told after that, and block nothing. What it resolves to does not wait for them.
   *
   * @throws AmbitError `HOOK_BLOCKED` naming the plugin; `INVALID_PARAMS` for a name that begins with `plugin:`.
   */
  runHook(name: string, payload: JsonValue, options?: HookOptions): Promise<HookRun>;
  /**
   * Has a declared route answer a request; what is absent of it is empty, and the method `GET`. Gives the response's body.
   *
   * @throws AmbitError `ROUTE_UNKNOWN`, `PERMISSION_DENIED`, or what ended the call; `details.httpStatus` is a status that the
   * plugin means to hand on.
   */
  callRoute(pluginId: string, route: string, request: Partial<RouteRequest>, options?: RouteOptions): Promise<JsonValue>;
  /**
   * Delivers an event, at most once, to every plugin that declared it and was granted it, and begins the shell lines that were agreed to for
   * it; tells how many plugins that are. Nobody waits for what they do.
   */
  emit(event: string, payload: JsonValue, options?: OrgOption): Promise<number>;
  /** What people type for a plugin: for the deployment, or for one organisation, whose settings stand over the deployment's. */
  readonly settings: {
    /** What was put. */
    get(pluginId: string, options?: OrgOption): Promise<PluginSettings>;
    /** What is in force of it, as far as it may be shown: no secrets, and to an organisation what it may see. */
    inForce(pluginId: string, options?: OrgOption): Promise<JsonObject>;
    /** @throws AmbitError `INVALID_PARAMS` naming what is wrong, `PLUGIN_NOT_INSTALLED`. */
    put(pluginId: string, settings: PluginSettings, options?: OrgOption): Promise<void>;
  };
  /** Values go in and never come back. A setting marked `secret` is given here, by its name. */
  readonly secrets: {
    set(pluginId: string, name: string, value: string, options?: OrgOption): Promise<void>;
    delete(pluginId: string, name: string, options?: OrgOption): Promise<boolean>;
    list(pluginId: string, options?: OrgOption): Promise<readonly string[]>;
  };
  readonly journal: {
    /** Appends an entry of the application's own; durable when it resolves. */
    append(entry: JournalEntry): Promise<void>;
    tail(limit: number, filter?: JournalFilter): Promise<readonly JournalRecord[]>;
    read(query: { readonly after: number; readonly limit: number; readonly filter?: JournalFilter }): Promise<readonly JournalRecord[]>;
    /** Records as they become durable, from `after` on (default: from now); ends with the signal or the host. */
    follow(options: { readonly after?: number; readonly filter?: JournalFilter; readonly signal: AbortSignal }): AsyncIterable<JournalRecord>;
    /** All records as JSON texts, each with its line end, oldest first. */
    exportJsonLines(options?: JournalExportOptions): AsyncIterable<string>;
  };
  /** Counters and gauges by name and labels, such as `plugin.permission_denied_total{capability="fetch"}`. */
  metrics(): Readonly<Record<string, number>>;
  /** Stops every instance, flushes the journal, closes backends and store. */
  close(): Promise<void>;
}
