import { type CapabilityProxy, LOG_MESSAGE_BYTES, type ProxyRequest } from "@ambit/api-types";
import type { SecretBook } from "./secret-book.ts";

/**
 * The proxy of `log` with secrets masked in what it gets: after the proxy has cut and cleaned a line, part of a secret could
 * stand in it that no mask knows.
 */
export function maskedLog(proxy: CapabilityProxy, secrets: SecretBook): CapabilityProxy {
  if (proxy.method !== "log") return proxy;
  return {
    method: proxy.method,
    run: (request) => proxy.run(masked(request, secrets)),
    ...(proxy.release !== undefined && { release: (instanceId: string) => proxy.release?.(instanceId) }),
  };
}

function masked(request: ProxyRequest, secrets: SecretBook): ProxyRequest {
  const { params, instance } = request;
  if (typeof params !== "object" || params === null || !("message" in params) || typeof params.message !== "string") return request;
  return { ...request, params: { ...params, message: secrets.maskStart(instance.pluginId, params.message, LOG_MESSAGE_BYTES + 1) } };
}
