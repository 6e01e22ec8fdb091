import type { PluginContext } from "../context/plugin-context.ts";
import type { EmdashLog } from "./emdash-types.ts";

/** `ctx.log` with data beside the message. */
export function logAccess({ log }: PluginContext): EmdashLog {
  const at = (level: keyof EmdashLog) => (message: string, data?: unknown): void => log[level](data === undefined ? message : `${message} ${shown(data)}`);
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** Whatever it is, in one line; never throws. */
function shown(data: unknown): string {
  try {
    if (data instanceof Error) return `${data.name}: ${data.message}`;
    return typeof data === "string" ? data : (JSON.stringify(data) ?? String(data));
  } catch {
    return "(data that cannot be shown)";
  }
}
