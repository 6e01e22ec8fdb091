import type { Errno } from "../errno/errno.ts";
import type { HostState } from "../host/host-state.ts";
import { StringList } from "./string-list.ts";

/** The functions by which a guest gets its arguments and its environment. */
export interface ArgsFunctions {
  args_get(table: number, text: number): Errno;
  args_sizes_get(count: number, bytes: number): Errno;
  environ_get(table: number, text: number): Errno;
  environ_sizes_get(count: number, bytes: number): Errno;
}

/** Makes them for one guest. */
export function argsFunctions(state: HostState): ArgsFunctions {
  const args = new StringList(state.memory, state.args);
  const env = new StringList(state.memory, state.env);
  return {
    args_get: (table, text) => args.write(table >>> 0, text >>> 0),
    args_sizes_get: (count, bytes) => args.writeSizes(count >>> 0, bytes >>> 0),
    environ_get: (table, text) => env.write(table >>> 0, text >>> 0),
    environ_sizes_get: (count, bytes) => env.writeSizes(count >>> 0, bytes >>> 0),
  };
}
