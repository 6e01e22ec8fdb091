import { type AddressRule, AmbitError, PENDING_CALLS, type ProxyInstance } from "@ambit/api-types";
import type { Socket } from "node:net";
import type { SecureContext } from "node:tls";
import type { NetGrant } from "./net-grant.ts";
import { forwardedRequest } from "../http-proxy/forwarded-request.ts";
import type { ProxyTermsReader } from "../http-proxy/current-terms.ts";
import type { HttpRequest } from "../net-fetch/http-request.ts";
import type { AddressJudge } from "./address-judge.ts";
import { AnswerEnds } from "./answer-ends.ts";
import { chooseWay, type Way, wayKey } from "./choose-way.ts";
import { dial, type DialTarget } from "./dial.ts";
import { gatherChunks } from "./gather-chunks.ts";
import { HttpAnswer } from "./http-answer.ts";
import { Lane } from "./lane.ts";
import { NameLookup, type ResolveName } from "./name-lookup.ts";
import { networkFailed } from "./network-fault.ts";
import type { Route } from "./route.ts";
import { Slots } from "./slots.ts";

/** Bytes of answers that the fetches of one instance may be about to hold together. One always may, however large. */
const answerBytes = 64 * 1024 * 1024;

/** What all instances' networks are made from; none of it holds a connection, a session or a looked-up name. */
export interface NetworkParts {
  readonly judge: AddressJudge;
  readonly resolve: ResolveName;
  readonly trusted: SecureContext;
  readonly terms: ProxyTermsReader;
  /** Ports of the live servers that the host started for a plugin. */
  readonly sharedPorts: (pluginId: string) => readonly number[];
  readonly route: Route;
}

/** A connection of its own, and how it came. */
export interface OpenedConnection {
  readonly socket: Socket;
  /** Whether it goes through the operator's proxy. */
  readonly proxied: boolean;
}

/**
 * The connections of one plugin instance. Nothing of it is shared with another plugin, and connections made in one way serve
 * no call in another: a server on the local network that an account opened stays closed to a public rule, and what was made
 * under old proxy settings serves no call under new ones.
 */
export class InstanceNetwork {
  /** The fetches that run; each is a whole answer in the host's memory. */
  readonly fetches: Slots;
  readonly #parts: NetworkParts;
  readonly #instance: ProxyInstance;
  readonly #names: NameLookup;
  readonly #timeoutMs: number;
  readonly #lanes = new Map<string, Lane>();
  readonly #retired = new Set<Lane>();
  readonly #dialled = new Set<Socket>();
  readonly #ends = new AnswerEnds();
  #termsVersion = 0;
  #closed = false;

  constructor(parts: NetworkParts, instance: ProxyInstance) {
    this.#parts = parts;
    this.#instance = instance;
    // Longer than any call: the call's own deadline ends it first, and gives its connection up.
    const { fetchBytes } = instance.policy.limits;
    this.fetches = new Slots(Math.max(1, Math.floor(answerBytes / fetchBytes)), PENDING_CALLS, () => networkFailed("unknown"));
    this.#timeoutMs = (instance.policy.limits.fetchSeconds + 1) * 1000;
    this.#names = new NameLookup(parts.resolve, parts.judge, this.#timeoutMs);
  }

  /** Makes one HTTP request to where the grant says. */
  async request(http: HttpRequest, grant: NetGrant, signal: AbortSignal): Promise<HttpAnswer> {
    const way = this.#wayOf(grant);
    const end = { overrun: false };
    const sent = way.kind === "forward" ? forwardedRequest(http, way.proxy) : http;
    const response = await this.#laneOf(way).request(sent, signal, gatherChunks, this.#ends.watch(end));
    const answer = new HttpAnswer(response, end, way.kind === "direct" ? undefined : "judged by name only");
    if (way.kind !== "forward" || answer.status !== 407) return answer;
    // This one is the proxy's, to the host, and tells of the operator's network.
    answer.body.destroy();
    throw networkFailed("proxyCredentials");
  }

  /** Makes an encrypted connection of its own to where the grant says. */
  async openSecure(grant: NetGrant, signal: AbortSignal): Promise<OpenedConnection> {
    const way = this.#wayOf(grant);
    const target = { host: grant.url.hostname.replace(/^\[(.*)\]$/, "$1"), port: Number(grant.url.port) || 443, encrypted: true };
    return { socket: await this.#dial(way, target, signal), proxied: way.kind !== "direct" };
  }

  /** Makes a raw connection of its own. Proxies of HTTP are no way for it: it is made directly, and judged in full. */
  async openRaw(host: string, port: number, rule: AddressRule, signal: AbortSignal): Promise<Socket> {
    return this.#dial({ kind: "direct", rule, verifiesCertificates: true }, { host, port, encrypted: false }, signal);
  }

  /** Ends every connection at once; calls under way end with them. */
  async destroy(): Promise<void> {
    this.#closed = true;
    for (const socket of this.#dialled) socket.destroy();
    await Promise.all([...this.#lanes.values(), ...this.#retired].map((lane) => lane.destroy()));
    this.#lanes.clear();
  }

  async #dial(way: Way, target: DialTarget, signal: AbortSignal): Promise<Socket> {
    const socket = await dial(this.#laneOf(way).connect, target, signal);
    this.#dialled.add(socket.once("close", () => this.#dialled.delete(socket)));
    if (this.#closed) socket.destroy();
    return socket;
  }

  #wayOf(grant: NetGrant): Way {
    const { version, terms } = this.#parts.terms.read();
    if (version !== this.#termsVersion) this.#retireLanes();
    this.#termsVersion = version;
    return chooseWay(grant, terms);
  }

  #laneOf(way: Way): Lane {
    if (this.#closed) throw new AmbitError("INSTANCE_STOPPED", "The instance ended before the call began.");
    const key = wayKey(way);
    const known = this.#lanes.get(key);
    if (known !== undefined && !known.isWorn) return known;
    if (known !== undefined) this.#retire(known);
    const isSharedPort = (port: number): boolean => this.#parts.sharedPorts(this.#instance.pluginId).includes(port);
    const made = new Lane(way, { ...this.#parts, isSharedPort, names: this.#names, timeoutMs: this.#timeoutMs, onConnection: (socket) => this.#ends.attach(socket) });
    this.#lanes.set(key, made);
    return made;
  }

  #retireLanes(): void {
    for (const lane of this.#lanes.values()) this.#retire(lane);
    this.#lanes.clear();
  }

  /** Lets calls under way come to their end, and closes each connection as it becomes free. */
  #retire(lane: Lane): void {
    this.#retired.add(lane);
    void lane.close().finally(() => this.#retired.delete(lane)).catch(() => undefined);
  }
}
