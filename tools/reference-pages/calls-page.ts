import { commonErrors } from "@ambit/api-types";
import type { CallDefinition, CallNeed } from "@ambit/api-types";
import { z } from "zod";
import { cExample, typeScriptExample } from "./call-examples.ts";

const needs: { readonly [Kind in CallNeed["kind"]]: (need: Extract<CallNeed, { kind: Kind }>) => string } = {
  basic: () => "nothing: every plugin has it",
  network: ({ protocol }) => `\`permissions.network\`, for \`${protocol}\``,
  files: ({ access }) => `\`permissions.files\`, to ${access}`,
  commands: () => "`permissions.commands`",
  secrets: () => "`permissions.secrets`",
  collections: () => "`permissions.storage`",
  handle: () => "a handle that an earlier call opened",
  capability: ({ id }) => `the capability \`${id}\``,
};

function needOf<Kind extends CallNeed["kind"]>(need: Extract<CallNeed, { kind: Kind }>): string {
  return needs[need.kind as Kind](need);
}

/** The page of the calls that a guest can make of the host. */
export function callsPage(calls: readonly CallDefinition[]): string {
  const head = [
    "# The calls",
    "",
    "Everything a guest can ask of the host. A call is a JSON-RPC 2.0 request with the name as `method`. Any call can end in",
    `${list(commonErrors.map(errorLink))}.`,
    "",
  ];
  return [...head, ...calls.flatMap(section)].join("\n");
}

function section(call: CallDefinition): string[] {
  const { method, summary, limits, target, errors, writes, example } = call;
  const facts = [
    `- Needs: ${needOf(call.needs)}`,
    `- Limits: ${limits.length === 0 ? "none of its own" : list(limits.map(code))}`,
    `- Journal target: ${target}`,
    `- Errors of its own: ${errors.length === 0 ? "none" : list(errors.map(errorLink))}`,
    `- Changes something outside the guest: ${writes ? "yes" : "no"}`,
  ];
  const request = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: example });
  const head = [`## ${code(method)}`, "", summary, "", ...facts, "", "```json", request, "```", ""];
  const examples = ["In TypeScript:", "", "```ts", typeScriptExample(call), "```", "", "In C:", "", "```c", cExample(call), "```", ""];
  return [...head, ...examples, "Parameters:", "", ...schemaLines(call.params), "", "Result:", "", ...schemaLines(call.result), ""];
}

function schemaLines(schema: z.ZodType): string[] {
  const shape = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const properties = Object.entries(shape.properties ?? {});
  if (properties.length === 0) return ["- nothing"];
  return properties.map(([name, property]) => {
    const optional = shape.required?.includes(name) === true ? "" : ", optional";
    return `- ${code(name)}${optional}: ${code(typeText(property))}`;
  });
}

/** A property's JSON Schema, without what says nothing to a reader. */
function typeText(property: unknown): string {
  const text = JSON.stringify(property, (key, value: unknown) => {
    const isNoise = key === "additionalProperties" || Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
    return isNoise ? undefined : value;
  });
  return text === "{}" ? "any JSON value" : text.replaceAll("|", "\\|");
}

function code(text: string): string {
  return `\`${text}\``;
}

function errorLink(error: string): string {
  return `[${code(error)}](../errors/${error}.md)`;
}

function list(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
