import { argsFunctions, type ArgsFunctions } from "../args/args-functions.ts";
import { clockFunctions, type ClockFunctions } from "../clock/clock-functions.ts";
import { Clocks } from "../clock/clocks.ts";
import { fdFilestatFunctions, type FdFilestatFunctions } from "../fd/fd-filestat.ts";
import { fdIoFunctions, type FdIoFunctions } from "../fd/fd-io.ts";
import { fdPositionFunctions, type FdPositionFunctions } from "../fd/fd-position.ts";
import { fdPrestatFunctions, type FdPrestatFunctions } from "../fd/fd-prestat.ts";
import { fdReaddirFunctions, type FdReaddirFunctions } from "../fd/fd-readdir.ts";
import { fdStateFunctions, type FdStateFunctions } from "../fd/fd-state.ts";
import { fdStorageFunctions, type FdStorageFunctions } from "../fd/fd-storage.ts";
import { pathFilestatFunctions, type PathFilestatFunctions } from "../path/path-filestat.ts";
import { pathNamesFunctions, type PathNamesFunctions } from "../path/path-names.ts";
import { pathOpenFunctions, type PathOpenFunctions } from "../path/path-open.ts";
import { pathSymlinkFunctions, type PathSymlinkFunctions } from "../path/path-symlink.ts";
import { pollFunctions, type PollFunctions } from "../poll/poll-functions.ts";
import { procFunctions, type ProcFunctions } from "../proc/proc-functions.ts";
import { randomFunctions, type RandomFunctions } from "../random/random-functions.ts";
import { sockFunctions, type SockFunctions } from "../sock/sock-functions.ts";
import { HostState } from "./host-state.ts";

/** Every function of WASI preview1. */
export type Preview1Functions = ArgsFunctions & ClockFunctions & FdFilestatFunctions & FdIoFunctions & FdPositionFunctions & FdPrestatFunctions &
  FdReaddirFunctions & FdStateFunctions & FdStorageFunctions & PathFilestatFunctions & PathNamesFunctions & PathOpenFunctions & PathSymlinkFunctions &
  PollFunctions & ProcFunctions & RandomFunctions & SockFunctions;

type AnyFunctions = Readonly<Record<string, unknown>>;

/** One part of them for one guest. */
type MakeGroup = (state: HostState, clocks: () => Clocks) => object;

const groups: readonly MakeGroup[] = [
  argsFunctions,
  clockFunctions,
  fdFilestatFunctions,
  fdIoFunctions,
  fdPositionFunctions,
  fdPrestatFunctions,
  fdReaddirFunctions,
  fdStateFunctions,
  fdStorageFunctions,
  pathFilestatFunctions,
  pathNamesFunctions,
  pathOpenFunctions,
  pathSymlinkFunctions,
  pollFunctions,
  procFunctions,
  randomFunctions,
  sockFunctions,
];

/** Which group each function is in, found once by making them all for a guest that there is not. */
const groupOf: ReadonlyMap<string, number> = new Map(
  groups.flatMap((make, index) => Object.keys(make(new HostState([], []), () => new Clocks())).map((name): [string, number] => [name, index])),
);

/** The names of all functions of preview1. */
export const preview1FunctionNames: readonly string[] = [...groupOf.keys()];

/** Finds the functions of one guest by their names. A group is made when one of it is asked for: most modules import a few of them. */
export function findPreview1Functions(state: HostState): (name: string) => unknown {
  const made: (AnyFunctions | undefined)[] = [];
  let shared: Clocks | undefined;
  const clocks = (): Clocks => (shared ??= new Clocks());
  return (name) => {
    const index = groupOf.get(name);
    if (index === undefined) return undefined;
    // Made by the very factory in whose result the name was found.
    const group = (made[index] ??= groups[index]?.(state, clocks) as AnyFunctions);
    return group[name];
  };
}
