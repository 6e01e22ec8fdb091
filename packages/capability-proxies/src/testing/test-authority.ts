// The certificate library below needs it to be loaded first.
import "reflect-metadata";
import { webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const day = 24 * 60 * 60 * 1000;

x509.cryptoProvider.set(webcrypto as unknown as Crypto);

/** A certificate with its key, both PEM. */
export interface ServerIdentity {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority of a test's own. */
export class TestAuthority {
  /** The authority's own certificate, PEM. */
  readonly certificate: string;
  readonly #keys: webcrypto.CryptoKeyPair;

  private constructor(certificate: string, keys: webcrypto.CryptoKeyPair) {
    this.certificate = certificate;
    this.#keys = keys;
  }

  static async create(): Promise<TestAuthority> {
    const keys = await makeKeys();
    const certificate = await x509.X509CertificateGenerator.createSelfSigned({
      name: "CN=Test authority",
      keys,
      signingAlgorithm: algorithm,
      extensions: [new x509.BasicConstraintsExtension(true, undefined, true), new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true)],
    });
    return new TestAuthority(certificate.toString("pem"), keys);
  }

  /** A server's certificate for the names or addresses given. `expired` makes one that ended yesterday. */
  async issue(names: readonly { readonly type: "dns" | "ip"; readonly value: string }[], expired = false): Promise<ServerIdentity> {
    const keys = await makeKeys();
    const now = Date.now();
    const certificate = await x509.X509CertificateGenerator.create({
      subject: "CN=Test server",
      issuer: "CN=Test authority",
      notBefore: new Date(now - 2 * day),
      notAfter: new Date(expired ? now - day : now + day),
      publicKey: keys.publicKey,
      signingKey: this.#keys.privateKey,
      signingAlgorithm: algorithm,
      extensions: [new x509.SubjectAlternativeNameExtension([...names])],
    });
    const pkcs8 = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey);
    return { cert: certificate.toString("pem"), key: x509.PemConverter.encode(pkcs8, "PRIVATE KEY") };
  }
}

async function makeKeys(): Promise<webcrypto.CryptoKeyPair> {
  return await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
}
