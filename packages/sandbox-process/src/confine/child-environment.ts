import { AmbitError } from "@ambit/api-types";
import { relayEnvironment } from "../gate-proxy/relay-terms.ts";
import { type ConfinedSpec, TEMP_FOLDER } from "./confined-child.ts";

/** What a child's environment begins with. */
const baseEnvironment: Readonly<Record<string, string>> = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  HOME: TEMP_FOLDER,
  TMPDIR: TEMP_FOLDER,
  LANG: "C.UTF-8",
};

/** Read by the loader, by the C library or by Node: they would put code of the child's into the programs that hold its limits. */
const HOLDERS_READ = /^(?:LD_|MALLOC_|GCONV_PATH$|GLIBC_TUNABLES$|LOCPATH$|NLSPATH$|OPENSSL_|NODE_(?!(?:ENV|DEBUG|NO_WARNINGS|PENDING_DEPRECATION|TLS_REJECT_UNAUTHORIZED|USE_ENV_PROXY)$))/;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

function isChildVariable(name: string): boolean {
  return NAME.test(name) && !HOLDERS_READ.test(name);
}

/**
 * Everything in a child's environment.
 *
 * @throws AmbitError `INVALID_PARAMS` for a name that would change the programs which hold the child.
 */
export function childEnvironment({ environment, libraryFolders = [], network }: ConfinedSpec): Record<string, string> {
  const refused = Object.keys(environment).find((name) => !isChildVariable(name));
  if (refused !== undefined) throw new AmbitError("INVALID_PARAMS", `The variable ${refused.slice(0, 64)} cannot be handed to a confined process.`);
  return {
    ...baseEnvironment,
    ...(network !== undefined && relayEnvironment),
    ...environment,
    ...(libraryFolders.length > 0 && { LD_LIBRARY_PATH: libraryFolders.join(":") }),
  };
}
