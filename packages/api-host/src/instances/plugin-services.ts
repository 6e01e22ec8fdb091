import type { CapabilityProxy, CommandSurroundings, HostStore, LogLevel, ScriptHost } from "@ambit/api-types";
import type { RootMount } from "@ambit/capability-proxies";
import type { CapabilityRegistry } from "../capabilities/capability-registry.ts";
import type { BundleFolders } from "../folders/bundle-folders.ts";
import type { DataFolder } from "../folders/data-folder.ts";
import type { HostJournal } from "../journal/host-journal.ts";
import type { HostMetrics } from "../metrics/host-metrics.ts";
import type { SecretBook } from "../secrets/secret-book.ts";
import type { BackendChoice } from "./backend-choice.ts";
import type { RootTable } from "./root-table.ts";

/** What all plugins of one host share. */
export interface PluginServices {
  readonly store: HostStore;
  readonly data: DataFolder;
  readonly bundles: BundleFolders;
  readonly backends: BackendChoice;
  readonly roots: RootTable;
  /** By method. */
  readonly proxies: ReadonlyMap<string, CapabilityProxy>;
  /** What the application itself lets plugins do. */
  readonly capabilities: CapabilityRegistry;
  /** Folders of each running instance, by root, for the proxies. */
  readonly mounts: Map<string, Readonly<Record<string, RootMount>>>;
  /** Runs script tools; none are run where absent. */
  readonly scripts?: ScriptHost;
  /** What the commands of each running instance see and reach. */
  readonly surroundings: Map<string, CommandSurroundings>;
  readonly journal: HostJournal;
  readonly metrics: HostMetrics;
  readonly secrets: SecretBook;
  /** Finds the addresses of a name; the system's lookup where absent. */
  readonly resolveName?: (host: string) => Promise<readonly string[]>;
  /** Ports of the live shared servers of a plugin. */
  readonly sharedPorts: (pluginId: string) => readonly number[];
  /** Writes a line of a plugin's log for it, masked and printable. */
  readonly log: (pluginId: string, level: LogLevel, message: string) => void;
  readonly lang: string;
  readonly onInternalError: (error: unknown) => void;
}
