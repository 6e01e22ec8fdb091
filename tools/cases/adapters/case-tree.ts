import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { changeTree } from "./tree-changes.ts";

/** One thing of a case's `setup`: what it is says where it is; `{base}` in a text or a target stands for the folder that holds the roots. */
export type TreeItem = Readonly<Record<string, string | number>>;

/** Makes one thing at a path. */
type Maker = (path: string, item: TreeItem, tree: CaseTree) => void;

const makeFile: Maker = (path, item, tree) => {
  const text = tree.text(String(item["text"] ?? item["content"] ?? "x".repeat(Number(item["size"] ?? item["bytes"] ?? 0))));
  writeFileSync(path, text);
  // Cases say nothing of modes: a script is one that can be run.
  if (item["mode"] !== undefined || text.startsWith("#!")) chmodSync(path, Number.parseInt(String(item["mode"] ?? "755"), 8));
};
const makeFolder: Maker = (path) => void mkdirSync(path, { recursive: true });
const makeLink: Maker = (path, { to, target }, tree) => symlinkSync(tree.text(String(to ?? target)), path);
const makeHard: Maker = (path, { to, target }, tree) => linkSync(tree.path(String(to ?? target)), path);
const makeFifo: Maker = (path) => void execFileSync("mkfifo", [path]);
/** A socket without a server: what is bound stays when its server is gone. */
const makeSocket: Maker = (path) => void execFileSync(process.execPath, ["-e", "require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))", path], { stdio: "ignore" });

const makers: Readonly<Record<string, Maker>> = {
  file: makeFile,
  dir: makeFolder,
  folder: makeFolder,
  directory: makeFolder,
  link: makeLink,
  symlink: makeLink,
  junction: makeLink,
  hard: makeHard,
  hardlink: makeHard,
  fifo: makeFifo,
  mkfifo: makeFifo,
  pipe: makeFifo,
  socket: makeSocket,
  device: (path) => void execFileSync("mknod", [path, "c", "1", "5"]),
};

/** A real folder for one case, removed when the case is over. Its sub-folders are the roots. */
export class CaseTree implements Disposable {
  readonly base: string = realpathSync(mkdtempSync(join(tmpdir(), "ambit-case-")));

  constructor(items: readonly TreeItem[], roots: readonly string[]) {
    for (const item of items) this.#add(item);
    // A case may set a root up itself, as a link for example.
    for (const root of roots) if (!existsSync(this.path(root))) mkdirSync(this.path(root), { recursive: true });
  }

  /** A place below the base. */
  path(name: string): string {
    return join(this.base, name);
  }

  /** A text of the case, `{base}` filled in. */
  text(text: string): string {
    return text.replaceAll("{base}", this.base);
  }

  /** Whether something is there, links followed. */
  exists(name: string): boolean {
    return existsSync(this.path(name));
  }

  /** Text of a file; undefined where there is none. */
  read(name: string): string | undefined {
    return this.exists(name) ? readFileSync(this.path(name), "utf8") : undefined;
  }

  /** Names in a folder. */
  names(folder: string): readonly string[] {
    return readdirSync(this.path(folder));
  }

  /** Makes a race's change. */
  change(race: Readonly<Record<string, unknown>>): void {
    changeTree(race, (name) => this.path(this.text(name)));
  }

  [Symbol.dispose](): void {
    rmSync(this.base, { recursive: true, force: true });
  }

  #add(item: TreeItem): void {
    const kind = Object.keys(item).find((key) => Object.hasOwn(makers, key));
    const make = kind === undefined ? undefined : makers[kind];
    if (kind === undefined || make === undefined) throw new Error(`unknown setup ${JSON.stringify(item)}`);
    const path = this.path(String(item[kind]));
    mkdirSync(dirname(path), { recursive: true });
    try {
      make(path, item, this);
    } catch (error) {
      // A socket's server ends itself.
      if (kind !== "socket" || !existsSync(path)) throw error;
    }
  }
}
