import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";

/** Oldest TLS version spoken. */
export const oldestTls = "TLSv1.2";

/**
 * The certificates that connections trust: the host process's own, and those the integrator adds (PEM). Reading them takes
 * milliseconds, so it is done once for all connections; the result holds no session and no secret.
 */
export function trustRoots(added: readonly string[]): SecureContext {
  return createSecureContext({ minVersion: oldestTls, ...(added.length > 0 && { ca: [...getCACertificates("default"), ...added] }) });
}
