import type { LogLevel } from "@ambit/api-types";
import { formatValue } from "./format-value.ts";
import type { Log } from "./log.ts";

/** The part of the standard `console` that makes sense in a log. */
export interface SandboxConsole {
  debug(...values: unknown[]): void;
  log(...values: unknown[]): void;
  info(...values: unknown[]): void;
  warn(...values: unknown[]): void;
  error(...values: unknown[]): void;
  trace(...values: unknown[]): void;
  dir(value: unknown): void;
  assert(condition: unknown, ...values: unknown[]): void;
}

/** Makes `console` over the plugin's log, each method at its level. */
export function createConsole(log: Log): SandboxConsole {
  const at = (level: LogLevel) => (...values: unknown[]): void => log.write(level, values.map(formatValue).join(" "));
  const error = at("error");
  return {
    debug: at("debug"),
    log: at("info"),
    info: at("info"),
    warn: at("warn"),
    error,
    trace: (...values) => log.failure(values.map(formatValue).join(" ") || "Trace", new Error("Trace")),
    dir: (value) => log.write("info", formatValue(value)),
    assert: (condition, ...values) => {
      if (!condition) error("Assertion failed", ...values);
    },
  };
}
