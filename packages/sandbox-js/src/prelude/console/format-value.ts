import { errorText } from "../runner/error-text.ts";

const DEPTH = 3;
const ENTRIES = 50;
const UNITS = 4096;

/** A value as `console` shows it: strings as they are, the rest in JavaScript's notation, bounded in depth and length. */
export function formatValue(value: unknown): string {
  const text = typeof value === "string" ? value : format(value, DEPTH, new Set());
  return text.length > UNITS ? `${text.slice(0, UNITS)}…` : text;
}

function format(value: unknown, depth: number, above: Set<object>): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, UNITS));
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return `[Function ${value.name || "(anonymous)"}]`;
  if (typeof value !== "object" || value === null) return String(value);
  if (above.has(value)) return "[Circular]";
  if (value instanceof Error) return errorText(value).full;
  if (value instanceof Date || value instanceof RegExp || value instanceof URL) return String(value);
  if (depth === 0) return Array.isArray(value) ? "[Array]" : "[Object]";
  above.add(value);
  const text = formatParts(value, depth - 1, above);
  above.delete(value);
  return text;
}

function formatParts(value: object, depth: number, above: Set<object>): string {
  const show = (part: unknown): string => format(part, depth, above);
  if (Array.isArray(value)) return list("[", value.slice(0, ENTRIES).map(show), value.length, "]");
  if (ArrayBuffer.isView(value)) return `${value.constructor.name}(${value.byteLength} bytes)`;
  if (value instanceof Set) return `Set(${value.size}) ${list("{", take(value).map(show), value.size, "}")}`;
  if (value instanceof Map) return `Map(${value.size}) ${list("{", take(value).map(([key, item]) => `${show(key)} => ${show(item)}`), value.size, "}")}`;
  const keys = Object.keys(value);
  const name = (value.constructor as { name?: string } | undefined)?.name;
  const shown = keys.slice(0, ENTRIES).map((key) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)}: ${show((value as Record<string, unknown>)[key])}`);
  return `${name === undefined || name === "Object" ? "" : `${name} `}${list("{", shown, keys.length, "}")}`;
}

function take<Item>(items: Iterable<Item>): Item[] {
  const taken: Item[] = [];
  for (const item of items) {
    if (taken.length === ENTRIES) break;
    taken.push(item);
  }
  return taken;
}

function list(open: string, shown: readonly string[], all: number, close: string): string {
  const more = all > shown.length ? [`… ${all - shown.length} more`] : [];
  const parts = [...shown, ...more];
  const pad = open === "{" && parts.length > 0 ? " " : "";
  return `${open}${pad}${parts.join(", ")}${pad}${close}`;
}
