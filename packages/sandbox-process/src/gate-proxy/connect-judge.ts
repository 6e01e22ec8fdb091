import { type AddressRule, AmbitError, type Decision, type ErrorCode, type JudgeFacts, type PermissionPolicy, netFetch, tcpOpen } from "@ambit/api-types";
import { hostTarget, judge, judgeAddress } from "@ambit/sandbox-permissions";

/** A connection that a confined child asks for. */
export interface ConnectRequest {
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  /** `https` for a tunnel, `http` for a request in the clear. */
  readonly scheme: "https" | "http";
}

/** What the judge says to a connection. */
export type ConnectJudgement =
  | {
      readonly allowed: true;
      /** For the journal: the host. */
      readonly target: string;
      /** Judged addresses, in the order in which they are to be tried. Nothing else is dialled. */
      readonly addresses: readonly string[];
      /** What a tunnel may carry: TLS for that host, or anything. */
      readonly carries: "tls" | "anything";
    }
  | { readonly allowed: false; readonly target: string; readonly code: ErrorCode; readonly reason: string };

/** Judges one connection. Never rejects: what goes wrong is a refusal. */
export type JudgeConnect = (request: ConnectRequest) => Promise<ConnectJudgement>;

/** Finds the addresses of a name, as text, in the order in which they are to be tried. An `AmbitError` of it is told to the child. */
export type ResolveName = (host: string) => Promise<readonly string[]>;

/**
 * The judge of a plugin's connections: the one that judges its `net/fetch` and, for a tunnel, its `tcp/open`; then every address that
 * the name leads to.
 */
export function policyConnectJudge(policy: PermissionPolicy, facts: JudgeFacts, resolve: ResolveName): JudgeConnect {
  return async (request) => {
    const web = webReach(judgeWeb(policy, request, facts));
    const reach = "allowed" in web && request.scheme === "https" ? (socketReach(policy, request, facts) ?? web) : web;
    if ("allowed" in reach) return reach;
    const { target, host, rule, carries } = reach;
    const literal = rule === "literal" || rule === "loopback" ? host : undefined;
    const { addresses, reason } = literal === undefined ? await lookedUp(host, resolve) : { addresses: [literal], reason: "" };
    if (addresses.length === 0) return { allowed: false, target, code: "NETWORK_FAILED", reason };
    // One address that is refused refuses the name: one that leads to both sides of a fence is a trick, not a choice.
    if (addresses.some((address) => !judgeAddress(address, rule, literal))) return { allowed: false, target, code: "PERMISSION_DENIED", reason: "The host's name leads to an address that plugins may not reach." };
    return { allowed: true, target, addresses, carries };
  };
}

/** The addresses of a name, and what is said where there are none: the host's own words, never those of the system's resolver. */
async function lookedUp(host: string, resolve: ResolveName): Promise<{ readonly addresses: readonly string[]; readonly reason: string }> {
  const nowhere = "The host's name leads nowhere.";
  try {
    return { addresses: await resolve(host), reason: nowhere };
  } catch (error) {
    return { addresses: [], reason: AmbitError.isInstance(error) ? error.message : nowhere };
  }
}

/** What one of the judge's grants reaches. */
interface Reach {
  readonly target: string;
  /** Without brackets. */
  readonly host: string;
  readonly rule: AddressRule;
  readonly carries: "tls" | "anything";
}

type Refusal = Extract<ConnectJudgement, { readonly allowed: false }>;

function judgeWeb(policy: PermissionPolicy, { scheme, host, port }: ConnectRequest, facts: JudgeFacts): Decision {
  const url = `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}/`;
  return judge(policy, { method: netFetch.method, params: { url } }, netFetch, facts);
}

function webReach(decision: Decision): Reach | Refusal {
  if (!decision.allowed) return decision;
  const { grant, target } = decision;
  if (grant.kind !== "net") return { allowed: false, target, code: "INTERNAL_ERROR", reason: "The judge granted something else." };
  return { target, host: grant.url.hostname.replace(/^\[(.*)\]$/, "$1"), rule: grant.addresses, carries: "tls" };
}

/** Undefined where no socket to that place is granted either. */
function socketReach(policy: PermissionPolicy, { host, port }: ConnectRequest, facts: JudgeFacts): Reach | undefined {
  const decision = judge(policy, { method: tcpOpen.method, params: { host, port } }, tcpOpen, facts);
  if (!decision.allowed || decision.grant.kind !== "tcp") return undefined;
  return { target: decision.target, host: decision.grant.host, rule: decision.grant.addresses, carries: "anything" };
}

/** The judge of a child that may reach one server of the operator's choice, such as a package index, and nothing else. */
export function singleServerJudge(server: URL, resolve: ResolveName): JudgeConnect {
  const scheme = server.protocol === "https:" ? "https" : "http";
  const host = server.hostname.replace(/^\[(.*)\]$/, "$1");
  const port = server.port === "" ? (scheme === "https" ? 443 : 80) : Number(server.port);
  return async (request) => {
    const target = hostTarget(request.host);
    if (request.host !== host || request.port !== port || request.scheme !== scheme) return { allowed: false, target, code: "PERMISSION_DENIED", reason: "Only the server that the operator named can be reached." };
    const { addresses, reason } = await lookedUp(host, resolve);
    if (addresses.length === 0) return { allowed: false, target, code: "NETWORK_FAILED", reason };
    return { allowed: true, target, addresses, carries: "tls" };
  };
}
