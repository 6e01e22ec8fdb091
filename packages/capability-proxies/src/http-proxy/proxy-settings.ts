import { AmbitError } from "@ambit/api-types";
import { readExclusion, type TargetMatch } from "./proxy-exclusion.ts";

/** How the operator lets connections go out. Read at each call, so a change reaches the next one; never taken from the environment. */
export interface ProxySettings {
  /** An HTTP proxy, such as `http://user:password@proxy.corp:3128`; where absent, connections are made directly. */
  readonly url?: string;
  /**
   * Hosts that are connected to directly: `example.com` (and all below it), `example.com:8443`, `10.0.0.1`, `10.0.0.0/8`, or
   * `*` for all.
   */
  readonly exclusions?: readonly string[];
  /** Connect although a server's certificate cannot be verified. Default false. */
  readonly allowUnverifiedCertificates?: boolean;
}

/** The operator's proxy. Its address is their own choice and is not judged. */
export interface ProxyServer {
  readonly host: string;
  readonly port: number;
  /** Value of `Proxy-Authorization`. */
  readonly authorization?: string;
}

/** {@link ProxySettings}, read. */
export interface ProxyTerms {
  readonly server?: ProxyServer;
  /** Whether a host is connected to directly although there is a proxy. */
  isExcluded(host: string, port: number): boolean;
  readonly verifiesCertificates: boolean;
}

/** The terms where nothing is set. */
export const directTerms: ProxyTerms = { isExcluded: () => true, verifiesCertificates: true };

/**
 * Reads proxy settings; also for whoever takes them from a person and wants to say what is wrong with them.
 *
 * @throws AmbitError `HOST_CONFIG_INVALID` naming the field.
 */
export function readProxySettings(settings: ProxySettings): ProxyTerms {
  const exclusions = (settings.exclusions ?? []).map(exclusionOf);
  return {
    ...(settings.url !== undefined && settings.url !== "" && { server: readServer(settings.url) }),
    isExcluded: (host, port) => exclusions.some((matches) => matches(host, port)),
    // Only the one clear word turns it off: anything else from a settings file keeps verifying.
    verifiesCertificates: settings.allowUnverifiedCertificates !== true,
  };
}

function exclusionOf(text: string, index: number): TargetMatch {
  const match = readExclusion(text);
  if (match === undefined) throw invalid(`exclusions[${index}]`, "is neither a host, an address, a range of addresses nor *");
  return match;
}

function readServer(text: string): ProxyServer {
  const url = URL.parse(text);
  if (url === null || url.protocol !== "http:" || url.hostname === "") throw invalid("url", "must be http:// and a host, as in http://proxy.example:3128");
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "") throw invalid("url", "must have no path");
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const port = url.port === "" ? 80 : Number(url.port);
  return { host, port, ...(url.username !== "" && { authorization: basic(url) }) };
}

function basic(url: URL): string {
  const [user, password] = [decoded(url.username), decoded(url.password)];
  if (user.includes(":")) throw invalid("url", "has a user name with a colon, which no proxy can read");
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid("url", "has a user name or password that is not percent-encoded");
  }
}

/** The value itself is left out: it can hold a password. */
function invalid(field: string, what: string): AmbitError {
  return new AmbitError("HOST_CONFIG_INVALID", `proxy.${field} ${what}.`);
}
