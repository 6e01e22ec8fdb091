import type { HttpRequest } from "../net-fetch/http-request.ts";
import type { ProxyServer } from "./proxy-settings.ts";

/** An unencrypted request as a proxy takes it: to the proxy, with the whole URL as its path. */
export function forwardedRequest(http: HttpRequest, proxy: ProxyServer): HttpRequest {
  const own = ["host", new URL(http.origin).host, ...(proxy.authorization === undefined ? [] : ["proxy-authorization", proxy.authorization])];
  return { ...http, origin: proxyOrigin(proxy), path: `${http.origin}${http.path}`, headers: [...own, ...http.headers] };
}

function proxyOrigin({ host, port }: ProxyServer): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
