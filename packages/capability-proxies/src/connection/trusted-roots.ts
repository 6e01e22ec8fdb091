import { X509Certificate } from "node:crypto";
import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";
import { AmbitError } from "@ambit/api-types";

/** Oldest TLS version spoken. */
const oldestTls = "TLSv1.2";

/**
 * The certificates that connections trust: the host process's own, and those the integrator adds (PEM). Reading them takes
 * milliseconds, so it is done once for all connections; the result holds no session and no secret.
 *
 * @throws AmbitError `HOST_CONFIG_INVALID` for one that is no certificate; TLS itself would pass over it in silence.
 */
export function trustRoots(added: readonly string[]): SecureContext {
  added.forEach(checkCertificate);
  return createSecureContext({ minVersion: oldestTls, ...(added.length > 0 && { ca: [...getCACertificates("default"), ...added] }) });
}

function checkCertificate(pem: string, index: number): void {
  try {
    new X509Certificate(pem);
  } catch (cause) {
    throw new AmbitError("HOST_CONFIG_INVALID", `trustedCertificates[${index}] is not a certificate in PEM form.`, { cause });
  }
}
