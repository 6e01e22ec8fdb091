import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** One module of the suite and what it must come to. */
export interface SuiteTest {
  /** Such as `rust/path_open_preopen`. */
  readonly name: string;
  /** The module's file, absolute. */
  readonly module: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Folder to be seen as `/`, absolute; none where absent. */
  readonly root?: string;
  readonly exitCode: number;
  /** Text expected on standard output or error; unchecked where absent. */
  readonly stdout?: string;
  readonly stderr?: string;
}

/** The folder in which the suite keeps preview1 modules, below each language. */
const preview1 = "wasm32-wasip1";

/** Every preview1 module below a folder of the suite, in order of its name. */
export function readTests(folder: string): readonly SuiteTest[] {
  return globSync(`**/testsuite/${preview1}/*.wasm`, { cwd: folder })
    .toSorted()
    .map((place) => readTest(join(folder, place)));
}

function readTest(module: string): SuiteTest {
  const config = readConfig(module.replace(/\.wasm$/, ".json"));
  const folder = dirname(module);
  const language = basename(dirname(dirname(folder)));
  return {
    name: `${language}/${basename(module, ".wasm")}`,
    module,
    args: (config["args"] ?? []) as readonly string[],
    env: (config["env"] ?? {}) as Readonly<Record<string, string>>,
    exitCode: Number(config["exit_code"] ?? 0),
    ...(typeof config["root"] === "string" && { root: join(folder, config["root"]) }),
    ...(typeof config["stdout"] === "string" && { stdout: config["stdout"] }),
    ...(typeof config["stderr"] === "string" && { stderr: config["stderr"] }),
  };
}

/** A test without a file beside it expects exit code 0 and nothing else. */
function readConfig(file: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, unknown>>;
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return {};
    throw error;
  }
}
