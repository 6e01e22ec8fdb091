/** Host and port of a tunnel; IPv6 addresses without their brackets. */
export interface Authority {
  readonly host: string;
  readonly port: number;
}

const FORM = /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:@/\\[\]?#]{1,255})):(\d{1,5})$/;
const MOST_PORT = 65_535;

/** Reads the words after `CONNECT`, the root dot left out, which no greeting has; undefined where they are not a host and a port. */
export function readAuthority(text: string): Authority | undefined {
  const [, address, name, digits] = FORM.exec(text) ?? [];
  const host = address ?? name;
  const port = Number(digits);
  return host === undefined || port < 1 || port > MOST_PORT ? undefined : { host: host.toLowerCase().replace(/(?<=[^.])\.$/, ""), port };
}
