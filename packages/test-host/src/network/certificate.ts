import "reflect-metadata";
import { webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";

/** A certificate that a test's servers show, and its key, both PEM. */
export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Makes a certificate of its own authority for some names. It is made anew for each test host, and known to no other. */
export async function makeCertificate(names: readonly string[]): Promise<TestCertificate> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
  x509.cryptoProvider.set(webcrypto as unknown as Crypto);
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const extensions = [new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: "dns" as const, value }))), new x509.BasicConstraintsExtension(true)];
  const made = await x509.X509CertificateGenerator.createSelfSigned({ name: "CN=Ambit test host", keys, signingAlgorithm: algorithm, extensions });
  return { cert: made.toString("pem"), key: x509.PemConverter.encode(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey), "PRIVATE KEY") };
}
