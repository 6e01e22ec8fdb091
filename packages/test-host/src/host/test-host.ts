import type { LogLine, PluginHost } from "@ambit/api-host";
import type { Capability, CommandHost, ConsentLine, JournalFilter, JournalRecord, JsonObject, JsonValue, PluginManifest, SandboxBackend, SandboxCallOptions, ScriptHost } from "@ambit/api-types";
import type { FakeClock } from "../clock/fake-clock.ts";
import type { NetworkHandlers, SeenRequest } from "../network/network-handlers.ts";
import type { RootContent } from "../roots/test-roots.ts";

/** What a test gives its plugin. */
export interface TestHostOptions {
  /** Handlers for the hosts that it talks to. Where there is none for a host, it cannot be reached; `real`: the real network. */
  readonly network?: NetworkHandlers | "real";
  /** What the roots hold that it asks for; an empty folder where absent. */
  readonly roots?: Readonly<Record<string, RootContent>>;
  /** Keys of permission lines that the person took away, such as `network:api.example.dev`. */
  readonly removed?: readonly string[];
  /** Addresses of the person's accounts, for plugins that serve `{account}`; one without a handler is really connected to. */
  readonly accounts?: readonly string[];
  readonly secrets?: Readonly<Record<string, string>>;
  readonly config?: JsonObject;
  readonly lang?: string;
  /** What the application lets plugins do, for plugins that are written for one. */
  readonly capabilities?: readonly Capability[];
  /** The plugin's timers run on a clock that the test moves. Limits of time stay real. Default `real`. */
  readonly clock?: "real" | "fake";
  /** Default: those for WebAssembly and JavaScript. The host closes them. */
  readonly backends?: readonly SandboxBackend[];
  /** Runs the tools that scripts handle, confined; the host closes it. No script runs where absent. */
  readonly scripts?: ScriptHost;
  /** Runs the commands that the plugin declares, confined; the host closes it. No command runs where absent. */
  readonly commands?: CommandHost;
}

/** A plugin that runs in a test. Dispose of it at the end: `await using host = await createTestHost(folder)`. */
export interface TestHost {
  readonly manifest: PluginManifest;
  /** What installing the plugin shows. */
  readonly lines: readonly ConsentLine[];
  /** What it logged so far. */
  readonly logs: readonly LogLine[];
  /** What reached the test's network so far, requests to hosts without a handler included. */
  readonly requests: readonly SeenRequest[];
  /** Moves the plugin's timers. @throws Error where the clock is real. */
  readonly clock: FakeClock;
  /** The host itself, for everything that has no shorter way here. */
  readonly host: PluginHost;
  /** Runs a tool. @throws AmbitError what the call ended in. */
  call(tool: string, args?: JsonObject, options?: SandboxCallOptions): Promise<JsonValue>;
  /** Delivers an event; tells whether the plugin got it. */
  emit(event: string, payload: JsonValue): Promise<boolean>;
  /** What the plugin did and was refused, oldest first. */
  journal(filter?: JournalFilter): Promise<readonly JournalRecord[]>;
  /** The folder behind a root, to look at what the plugin wrote. */
  folder(root: string): string;
  [Symbol.asyncDispose](): Promise<void>;
}
