/**
 * Who may import whom: the one table of the arrows between the packages. They point one way,
 * `api-types <- sandbox-permissions, directory-handles <- capability-proxies, worker-host <- sandbox-* <- api-host <- apps`.
 */

/** What one package may import. Names are folder names, which are the package names without `@ambit/`. */
export interface Arrow {
  /** Packages its sources may import. */
  readonly sources: readonly string[];
  /** Packages that its tests and its `src/testing` folder may import besides. */
  readonly tests?: readonly string[];
  /** Packages, third parties by their whole name, that its build puts into its own output, so that it declares them for development. */
  readonly bundled?: readonly string[];
  /** Third-party packages its sources may import. Left out: any that it declares. */
  readonly thirdParty?: readonly string[];
  /** False for a package that must not need Node: its sources run inside a guest too. Left out: true. */
  readonly nodeBuiltins?: false;
}

const left = ["api-types", "sandbox-permissions"];
const everything = [...left, "directory-handles", "capability-proxies", "worker-host", "sandbox-wasm", "sandbox-js", "sandbox-process", "sandbox-v8", "api-host"];

/** The table. A package that is not in it is refused. */
export const arrows: Readonly<Record<string, Arrow>> = {
  "api-types": { sources: [], thirdParty: ["zod"] },
  "sandbox-permissions": { sources: ["api-types"] },
  "directory-handles": { sources: ["api-types"] },
  "capability-proxies": { sources: [...left, "directory-handles"], tests: ["conformance-suite"] },
  "worker-host": { sources: left, tests: ["conformance-suite"] },
  "sandbox-wasm": { sources: [...left, "directory-handles", "worker-host"], tests: ["capability-proxies", "conformance-suite"] },
  // The prelude that runs beside the plugin inside the engine is made of the SDK.
  "sandbox-js": { sources: [...left, "worker-host", "plugin-sdk"], bundled: ["plugin-sdk", "web-streams-polyfill"], tests: ["conformance-suite"] },
  // Its tests put other backends into its processes.
  "sandbox-process": { sources: left, tests: ["conformance-suite", "sandbox-js", "sandbox-wasm"] },
  // The engine inside the processes of the one, with the prelude of the other.
  "sandbox-v8": { sources: ["api-types", "worker-host", "sandbox-js", "sandbox-process"], tests: ["conformance-suite", "sandbox-permissions"] },
  // Its gate is that of confined processes: there is one.
  "sandbox-docker": { sources: ["api-types", "sandbox-process"], tests: ["conformance-suite"] },
  "plugin-sdk": { sources: ["api-types"], thirdParty: [], nodeBuiltins: false },
  "conformance-suite": { sources: left },
  "api-host": {
    sources: [...left, "directory-handles", "capability-proxies", "worker-host"],
    tests: ["conformance-suite", "plugin-sdk", "sandbox-docker", "sandbox-js", "sandbox-process", "sandbox-wasm"],
  },
  // It stands beside the applications: a plugin's tests are one.
  "test-host": { sources: ["api-types", "sandbox-permissions", "api-host", "sandbox-js", "sandbox-v8", "sandbox-wasm"] },
  cli: { sources: [...everything, "plugin-sdk", "test-host"] },
  host: { sources: everything, tests: ["plugin-sdk"] },
};
