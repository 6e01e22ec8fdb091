import type { z } from "zod";
import type { CallDefinition } from "./call-definition.ts";
import { procKill, procRead, procSpawn, procWrite } from "./command-calls.ts";
import { fileCanon, fileList, fileRead, fileStat, fileWrite } from "./file-calls.ts";
import { kvDelete, kvGet, kvList, kvSet } from "./kv-calls.ts";
import { log } from "./log-call.ts";
import { netFetch } from "./network-calls.ts";
import { secretsGet } from "./secret-calls.ts";
import { netStream, streamClose, streamRead } from "./stream-calls.ts";
import { storageCount, storageDelete, storageDeleteMany, storageGet, storageGetMany, storagePut, storagePutMany, storageQuery } from "./storage-calls.ts";
import { tcpClose, tcpOpen, tcpRead, tcpWrite } from "./tcp-calls.ts";
import { timerCancel, timerSet } from "./timer-calls.ts";
import { wsClose, wsOpen, wsReceive, wsSend } from "./web-socket-calls.ts";

/** The type of {@link callTable}: each call's entry by its name. */
export interface CallTable {
  readonly "net/fetch": typeof netFetch;
  readonly "net/stream": typeof netStream;
  readonly "stream/read": typeof streamRead;
  readonly "stream/close": typeof streamClose;
  readonly "ws/open": typeof wsOpen;
  readonly "ws/send": typeof wsSend;
  readonly "ws/receive": typeof wsReceive;
  readonly "ws/close": typeof wsClose;
  readonly "tcp/open": typeof tcpOpen;
  readonly "tcp/read": typeof tcpRead;
  readonly "tcp/write": typeof tcpWrite;
  readonly "tcp/close": typeof tcpClose;
  readonly "fs/read": typeof fileRead;
  readonly "fs/write": typeof fileWrite;
  readonly "fs/stat": typeof fileStat;
  readonly "fs/list": typeof fileList;
  readonly "fs/canon": typeof fileCanon;
  readonly "kv/get": typeof kvGet;
  readonly "kv/set": typeof kvSet;
  readonly "kv/delete": typeof kvDelete;
  readonly "kv/list": typeof kvList;
  readonly "storage/get": typeof storageGet;
  readonly "storage/put": typeof storagePut;
  readonly "storage/delete": typeof storageDelete;
  readonly "storage/query": typeof storageQuery;
  readonly "storage/count": typeof storageCount;
  readonly "storage/getMany": typeof storageGetMany;
  readonly "storage/putMany": typeof storagePutMany;
  readonly "storage/deleteMany": typeof storageDeleteMany;
  readonly "proc/spawn": typeof procSpawn;
  readonly "proc/read": typeof procRead;
  readonly "proc/write": typeof procWrite;
  readonly "proc/kill": typeof procKill;
  readonly "timer/set": typeof timerSet;
  readonly "timer/cancel": typeof timerCancel;
  readonly "secrets/get": typeof secretsGet;
  readonly log: typeof log;
}

/** Every call a guest can make of the host itself, by its name on the wire. Integrators add their own with capabilities. */
export const callTable: CallTable = {
  "net/fetch": netFetch,
  "net/stream": netStream,
  "stream/read": streamRead,
  "stream/close": streamClose,
  "ws/open": wsOpen,
  "ws/send": wsSend,
  "ws/receive": wsReceive,
  "ws/close": wsClose,
  "tcp/open": tcpOpen,
  "tcp/read": tcpRead,
  "tcp/write": tcpWrite,
  "tcp/close": tcpClose,
  "fs/read": fileRead,
  "fs/write": fileWrite,
  "fs/stat": fileStat,
  "fs/list": fileList,
  "fs/canon": fileCanon,
  "kv/get": kvGet,
  "kv/set": kvSet,
  "kv/delete": kvDelete,
  "kv/list": kvList,
  "storage/get": storageGet,
  "storage/put": storagePut,
  "storage/delete": storageDelete,
  "storage/query": storageQuery,
  "storage/count": storageCount,
  "storage/getMany": storageGetMany,
  "storage/putMany": storagePutMany,
  "storage/deleteMany": storageDeleteMany,
  "proc/spawn": procSpawn,
  "proc/read": procRead,
  "proc/write": procWrite,
  "proc/kill": procKill,
  "timer/set": timerSet,
  "timer/cancel": timerCancel,
  "secrets/get": secretsGet,
  log,
};

/** The name of a call of the table. */
export type CallMethod = keyof CallTable;

/** The parameters of a call of the table. */
export type CallParams<M extends CallMethod> = z.infer<CallTable[M]["params"]>;

/** The result of a call of the table. */
export type CallResult<M extends CallMethod> = z.infer<CallTable[M]["result"]>;

/** The names of all calls, in the order of the table. */
export const callMethods: readonly CallMethod[] = Object.keys(callTable) as CallMethod[];

/** The entry of a call, or undefined for a name that is no call. */
export function findCall(method: string): CallDefinition | undefined {
  return Object.hasOwn(callTable, method) ? (callTable[method as CallMethod] as CallDefinition) : undefined;
}
