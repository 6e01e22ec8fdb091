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
import type { HostState } from "./host-state.ts";

/** Every function of WASI preview1. */
export type Preview1Functions = ArgsFunctions & ClockFunctions & FdFilestatFunctions & FdIoFunctions & FdPositionFunctions & FdPrestatFunctions &
  FdReaddirFunctions & FdStateFunctions & FdStorageFunctions & PathFilestatFunctions & PathNamesFunctions & PathOpenFunctions & PathSymlinkFunctions &
  PollFunctions & ProcFunctions & RandomFunctions & SockFunctions;

/** Makes all of them for one guest. */
export function preview1Functions(state: HostState): Preview1Functions {
  let shared: Clocks | undefined;
  const clocks = (): Clocks => (shared ??= new Clocks());
  return {
    ...argsFunctions(state),
    ...clockFunctions(state, clocks),
    ...fdFilestatFunctions(state),
    ...fdIoFunctions(state),
    ...fdPositionFunctions(state),
    ...fdPrestatFunctions(state),
    ...fdReaddirFunctions(state),
    ...fdStateFunctions(state),
    ...fdStorageFunctions(state),
    ...pathFilestatFunctions(state),
    ...pathNamesFunctions(state),
    ...pathOpenFunctions(state),
    ...pathSymlinkFunctions(state),
    ...pollFunctions(state, clocks),
    ...procFunctions(state),
    ...randomFunctions(state),
    ...sockFunctions(state),
  };
}
