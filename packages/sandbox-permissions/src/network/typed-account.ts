/** Where an address that a person typed for an account leads. */
export interface AccountOrigin {
  readonly scheme: "http:" | "https:";
  /** As the URL parser gives it, without root dot. */
  readonly host: string;
  readonly port: number;
}

/** Reads what a person typed; without a scheme it means https. Undefined where it is no web address. */
export function readAccount(text: string): AccountOrigin | undefined {
  const url = URL.parse(text.includes("://") ? text : `https://${text}`);
  if (url === null || url.hostname === "" || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined;
  return { scheme: url.protocol, host: withoutRootDot(url.hostname), port: effectivePort(url) };
}

/** The port a URL means; 0 for schemes without a port of their own. */
export function effectivePort(url: URL): number {
  if (url.port !== "") return Number(url.port);
  if (url.protocol === "https:" || url.protocol === "wss:") return 443;
  return url.protocol === "http:" || url.protocol === "ws:" ? 80 : 0;
}

/** `example.dev.` and `example.dev` are one host. */
export function withoutRootDot(host: string): string {
  return host.endsWith(".") ? host.slice(0, -1) : host;
}
