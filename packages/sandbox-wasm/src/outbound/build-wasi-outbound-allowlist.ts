import { AmbitError, type Decision, findCall, type JsonObject, type JudgeFacts, type PermissionPolicy } from "@ambit/api-types";
import { judge } from "@ambit/sandbox-permissions";
import { bareFacts } from "../sandbox/bare-facts.ts";

/** Where a module wants to connect. */
export interface OutboundDestination {
  /** What is spoken there. `tcp` is a raw socket. */
  readonly protocol: "https" | "http" | "tcp";
  /** Name or address, without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Where a module may connect under one policy. It is asked before a socket is opened, and opens none itself. */
export interface OutboundAllowlist {
  /** The judge's own answer for a destination. */
  judge(destination: OutboundDestination): Decision;
  /**
   * Returns where the destination is allowed.
   *
   * @throws AmbitError `SAND_WASM_OUTBOUND_DENIED`, naming the host.
   */
  check(destination: OutboundDestination): void;
}

/** Makes the allowlist of a policy. It keeps no rules of its own: every answer is the judge's. */
export function buildWasiOutboundAllowlist(policy: PermissionPolicy, facts: JudgeFacts = bareFacts()): OutboundAllowlist {
  const decide = (destination: OutboundDestination): Decision => judgeDestination(policy, destination, facts);
  return {
    judge: decide,
    check(destination) {
      const decision = decide(destination);
      if (!decision.allowed) throw new AmbitError("SAND_WASM_OUTBOUND_DENIED", decision.reason, { target: decision.target });
    },
  };
}

/** What would end the host of a URL, or split it: text with any of these is none. */
const noHost = /[\0-\x20/\\?#@%[\]]/;

function judgeDestination(policy: PermissionPolicy, { protocol, host, port }: OutboundDestination, facts: JudgeFacts): Decision {
  if (protocol === "tcp") return judgeCall(policy, "tcp/open", { host, port }, facts);
  if (noHost.test(host)) return { allowed: false, code: "INVALID_PARAMS", target: "", reason: "The destination is no host." };
  const authority = host.includes(":") ? `[${host}]` : host;
  return judgeCall(policy, "net/fetch", { url: `${protocol}://${authority}:${port}/` }, facts);
}

function judgeCall(policy: PermissionPolicy, method: string, params: JsonObject, facts: JudgeFacts): Decision {
  const definition = findCall(method);
  if (definition === undefined) return { allowed: false, code: "PERMISSION_DENIED", target: "", reason: `This host has no ${method}.` };
  if (!definition.params.safeParse(params).success) return { allowed: false, code: "INVALID_PARAMS", target: "", reason: "The destination is no host and port." };
  return judge(policy, { method, params }, definition, facts);
}
