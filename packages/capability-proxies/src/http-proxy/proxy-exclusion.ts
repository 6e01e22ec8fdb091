import ipaddr from "ipaddr.js";

/** Tells whether a target is meant. `host` as a URL's `hostname` gives it. */
export type TargetMatch = (host: string, port: number) => boolean;

/**
 * Reads one exclusion; undefined where it is none. Names are compared label by label from the right, so `example.com` never
 * means `badexample.com`; a leading dot or `*.` changes nothing.
 */
export function readExclusion(text: string): TargetMatch | undefined {
  const entry = text.trim();
  if (entry === "*") return () => true;
  if (entry.includes("/")) return rangeMatch(entry);
  const bare = entry.replace(/^\*?\./, "");
  const url = URL.parse(`http://${ipaddr.IPv6.isValid(bare) ? `[${bare}]` : bare}`);
  if (url === null || url.href !== `http://${url.host}/` || /[\s*@]/.test(bare)) return undefined;
  const { hostname } = url;
  // The parser drops http's own port, so it is looked for in the text.
  const port = /:(\d+)$/.exec(hostname.startsWith("[") && !bare.includes("]") ? "" : bare)?.[1];
  return (host, targetPort) => (port === undefined || Number(port) === targetPort) && (host === hostname || isBelow(host, hostname));
}

function isBelow(host: string, parent: string): boolean {
  return !parent.startsWith("[") && host.endsWith(`.${parent}`);
}

/** A range such as `10.0.0.0/8`. It excludes addresses that stand in a URL: a name is not looked up to be compared. */
function rangeMatch(entry: string): TargetMatch | undefined {
  if (!ipaddr.isValidCIDR(entry)) return undefined;
  const range = ipaddr.parseCIDR(entry) as [ipaddr.IPv4, number] & [ipaddr.IPv6, number];
  return (host) => {
    const text = host.replace(/^\[(.*)\]$/, "$1");
    if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return false;
    const address = ipaddr.parse(text);
    return address.kind() === range[0].kind() && address.match(range);
  };
}
