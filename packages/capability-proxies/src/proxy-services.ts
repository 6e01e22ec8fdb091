import type { CommandHost, CommandSurroundings, HostStore, LogLevel, ProxyInstance } from "@ambit/api-types";
import type { TimerSource } from "./timer/timer-source.ts";
import type { ProxySettings } from "./http-proxy/proxy-settings.ts";

/** A folder of the host that stands behind a root. */
export interface RootMount {
  readonly hostPath: string;
  /** Names closed below it, as `openRoot` of `@ambit/directory-handles` takes them. */
  readonly fenced: readonly string[];
}

/** One line of a plugin's log, safe to show in a terminal: one line, no control characters. */
export interface PluginLogLine {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly pluginId: string;
  readonly instanceId: string;
  readonly org?: string;
  readonly level: LogLevel;
  /** At most 8 KiB of UTF-8, a note on what was cut included. */
  readonly message: string;
}

/** How a host runs commands. */
export interface CommandServices {
  readonly host: CommandHost;
  /** What a running instance's commands see and reach. */
  surroundings(instance: ProxyInstance): CommandSurroundings;
}

/** What the proxies work with. */
export interface ProxyServices {
  readonly store: HostStore;
  /** The folder behind a root for one instance; undefined where there is none. `temp` is one like every other. */
  mountOf(instance: ProxyInstance, root: string): RootMount | undefined;
  /** Finds the addresses of a name; the system's lookup where absent. Every address is judged, whoever found it. */
  resolveName?(host: string): Promise<readonly string[]>;
  /** Certificates (PEM) that are trusted beside the usual ones. */
  readonly trustedCertificates?: readonly string[];
  /** How the operator lets connections go out, read at each call; directly where absent. */
  proxySettings?(): ProxySettings | undefined;
  /** Ports of the live servers that the host started for a plugin: those of `SharedServers`. None where absent. */
  sharedPorts?(pluginId: string): readonly number[];
  /** Runs commands; none are run where absent. */
  readonly commands?: CommandServices;
  /** What plugins' timers run on; the system's where absent. */
  readonly timers?: TimerSource;
  /** Takes each line that a plugin logs. */
  onLog?(line: PluginLogLine): void;
}
