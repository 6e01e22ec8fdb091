import { AmbitError, type CallMethod, type JsonValue, TIMER_FLOOR_MS, TIMERS_AT_ONCE } from "@ambit/api-types";
import { type FileMap, fileServices } from "./file-map.ts";
import { kvServices } from "./kv-map.ts";
import { noCommands } from "./no-commands.ts";
import { noNetwork } from "./no-network.ts";
import type { Service } from "./service.ts";
import { type DocumentMap, storageServices } from "./storage-map.ts";

/** What the services of one instance work on. */
export interface ServiceState {
  readonly kv: Map<string, JsonValue>;
  readonly documents: DocumentMap;
  readonly files: FileMap;
  readonly secrets: Readonly<Record<string, string>>;
  readonly log: string[];
  readonly timers: Map<number, NodeJS.Timeout>;
  /** Tells the guest of a timer that is due. */
  notify(method: string, params: JsonValue): void;
}

/** Log lines kept; a guest that logs for ever fills no memory of the suite. */
const LOG_LINES = 1000;

/** In-memory services for every call of the table: small, but they do what the table says. */
export function testServices(state: ServiceState): Readonly<Record<CallMethod, Service>> {
  return { ...kvServices(state.kv), ...storageServices(state.documents), ...fileServices(state.files), ...timerServices(state), ...otherServices(state), ...noNetwork(), ...noCommands() };
}

function otherServices(state: ServiceState): Readonly<Record<"secrets/get" | "log", Service>> {
  return {
    "secrets/get": (params) => {
      const name = String(params["name"]);
      const value = Object.hasOwn(state.secrets, name) ? state.secrets[name] : undefined;
      if (value === undefined) throw new AmbitError("SECRET_NOT_SET", `Nobody has set the secret "${name}".`, { target: name });
      return { value };
    },
    log: (params) => {
      if (state.log.length < LOG_LINES) state.log.push(String(params["message"]));
      return {};
    },
  };
}

function timerServices(state: ServiceState): Readonly<Record<"timer/set" | "timer/cancel", Service>> {
  let last = 0;
  return {
    "timer/set": (params) => {
      if (state.timers.size >= TIMERS_AT_ONCE) throw new AmbitError("LIMIT_EXCEEDED", "Too many timers.", { limit: "timers" });
      const timer = ++last;
      const due = (): void => {
        if (params["repeat"] !== true) state.timers.delete(timer);
        state.notify("timer/fired", { timer });
      };
      const ms = Math.max(TIMER_FLOOR_MS, Number(params["ms"]));
      state.timers.set(timer, params["repeat"] === true ? setInterval(due, ms) : setTimeout(due, ms));
      return { timer };
    },
    "timer/cancel": (params) => {
      const timer = Number(params["timer"]);
      const handle = state.timers.get(timer);
      clearTimeout(handle);
      return { cancelled: state.timers.delete(timer) };
    },
  };
}
