import { AmbitError, type EngineKind, engineKinds, type IsolationKind, type LimitName, limitNames, plainNameSchema } from "@ambit/api-types";
import { z } from "zod";

/** Most bytes of a configuration. */
const CONFIG_BYTES: number = 1024 * 1024;

/** A folder that plugins may ask for, as `host.json` names it. */
export interface HostConfigRoot {
  /** Absolute, or relative to the folder of `host.json`. */
  readonly path: string;
  readonly access: "read" | "write";
  readonly sensitive: boolean;
  readonly fenced: readonly string[];
  /** Commands of plugins may run in it. */
  readonly commands: boolean;
}

/** `host.json`, read and checked, defaults filled in. */
export interface HostConfig {
  /** Kind of backend that is tried first. */
  readonly defaultSandbox: "wasm" | "js";
  /** Engine for JavaScript. */
  readonly engine: EngineKind;
  /** Engine of single plugins, by id. */
  readonly engines: Readonly<Record<string, EngineKind>>;
  /** Where plugins of the portable engine live: a thread for each, or several of them in one. */
  readonly placement: "separate" | "dense";
  /** What is around the engine of every plugin, at least: a thread, or a confined process of its own. */
  readonly isolation: IsolationKind;
  /** The same for single plugins, by id. */
  readonly isolations: Readonly<Record<string, IsolationKind>>;
  /** Port of the console, on loopback; 0 for any that is free. */
  readonly port: number;
  /** Folder of the store, bundles and temp folders; absolute, or relative to the folder of `host.json`. */
  readonly dataDir?: string;
  readonly roots: Readonly<Record<string, HostConfigRoot>>;
  /** Folders whose plugins are installed at every start, each a folder of its own below; like `dataDir`. */
  readonly plugins: readonly string[];
  /** Ceilings the operator moved. */
  readonly limits: Readonly<Partial<Record<LimitName, number>>>;
  readonly applicationName?: string;
  readonly lang: string;
  /** Files with certificates in PEM that network calls trust beside the usual ones; like `dataDir`. */
  readonly trustedCertificates: readonly string[];
  /** How Python scripts are run. */
  readonly python: {
    /** The interpreter's path, or its name on the search path; default `python3`. */
    readonly command?: string;
    /** Address of the package index, the one server that is reached while packages of a plugin's scripts are installed; none are installed where absent. */
    readonly packageIndex?: string;
    /** Whether interpreters are kept ready between calls. */
    readonly warm: boolean;
  };
  readonly journal: { readonly keepRecords?: number; readonly keepDays?: number };
}

const pathText = z.string().min(1, "must not be empty").max(4096);
const wholeNumber = z.int("must be a whole number").positive("must be above 0");

const rootSchema: z.ZodType<HostConfigRoot> = z.strictObject({
  path: pathText,
  access: z.enum(["read", "write"]).default("read"),
  sensitive: z.boolean().default(false),
  fenced: z.array(z.string().min(1).max(255)).max(100).default([]),
  commands: z.boolean().default(false),
});

const rootName = plainNameSchema.refine((name) => name !== "plugin" && name !== "temp", "is a root that every plugin has already");

const indexAddress = z.url({ protocol: /^https?$/, error: "must be an http or https address" });

const engineSchema = z.enum(engineKinds);
const isolationSchema = z.enum(["thread", "process"]);

const configSchema: z.ZodType<HostConfig> = z.strictObject({
  $schema: z.string().exactOptional(),
  defaultSandbox: z.enum(["wasm", "js"]).default("wasm"),
  engine: engineSchema.default("portable"),
  engines: z.record(plainNameSchema, engineSchema).default({}),
  placement: z.enum(["separate", "dense"]).default("separate"),
  isolation: isolationSchema.default("thread"),
  isolations: z.record(plainNameSchema, isolationSchema).default({}),
  port: z.int().min(0).max(65_535).default(4620),
  dataDir: pathText.exactOptional(),
  roots: z.record(rootName, rootSchema).default({}),
  plugins: z.array(pathText).max(100).default([]),
  limits: z.strictObject(Object.fromEntries(limitNames.map((name) => [name, wholeNumber.exactOptional()]))).default({}),
  applicationName: z.string().min(1).max(100).exactOptional(),
  lang: z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "must be a language tag such as en").default("en"),
  trustedCertificates: z.array(pathText).max(100).default([]),
  python: z.strictObject({ command: pathText.exactOptional(), packageIndex: indexAddress.exactOptional(), warm: z.boolean().default(true) }).default({ warm: true }),
  journal: z.strictObject({ keepRecords: wholeNumber.exactOptional(), keepDays: wholeNumber.exactOptional() }).default({}),
}) as unknown as z.ZodType<HostConfig>;

/**
 * Reads a host's configuration.
 *
 * @param source its text; JSON.
 * @param fileName shown in errors.
 * @throws AmbitError `HOST_CONFIG_INVALID` with a line for each field that is wrong.
 */
export function readHostConfig(source: string | Uint8Array, fileName: string = "host.json"): HostConfig {
  const parsed = configSchema.safeParse(parse(source, fileName));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.slice(0, 50).map((issue) => `${fileName}: ${issue.path.join(".") || "the whole"}: ${issue.message}`);
  throw new AmbitError("HOST_CONFIG_INVALID", faults.join("\n"));
}

function parse(source: string | Uint8Array, fileName: string): unknown {
  if (source.length > CONFIG_BYTES) throw new AmbitError("HOST_CONFIG_INVALID", `${fileName}: is larger than ${CONFIG_BYTES} bytes.`);
  try {
    return JSON.parse(typeof source === "string" ? source : new TextDecoder("utf-8", { fatal: true }).decode(source), requireOrdinaryKey);
  } catch (error) {
    throw new AmbitError("HOST_CONFIG_INVALID", `${fileName}: is not JSON in UTF-8: ${error instanceof Error ? error.message.slice(0, 200) : "unreadable"}.`);
  }
}

/** The schema library passes over this key in silence. */
function requireOrdinaryKey(key: string, value: unknown): unknown {
  if (key === "__proto__") throw new Error("no key can be called __proto__");
  return value;
}
