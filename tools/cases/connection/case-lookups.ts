/** Answers of the name server in turn, as a case gives them: lists of addresses, or of what stands for them. */
export class CaseLookups {
  readonly #answers: readonly unknown[];
  /** Names that were asked for. */
  readonly asked: string[] = [];

  /** @param lookups the answers in turn; the last one again where more are asked for. @param resolved one answer to all. */
  constructor(lookups: unknown, resolved: unknown) {
    this.#answers = Array.isArray(lookups) ? lookups : [lookups ?? resolved ?? []];
  }

  async answer(host: string): Promise<readonly string[]> {
    const turn = Math.min(this.asked.length, this.#answers.length - 1);
    this.asked.push(host);
    return addressesIn(this.#answers[turn]);
  }
}

/** A word such as `SERVFAIL` or `ENOTFOUND` is a failure; everything else that is no list is an address. */
function addressesIn(answer: unknown): readonly string[] {
  if (answer === undefined || answer === null) return [];
  if (typeof answer === "string") {
    if (/^[A-Z_]{5,}$/.test(answer)) throw Object.assign(new Error("lookup failed"), { code: /NX|NOTFOUND|NODATA/.test(answer) ? "ENOTFOUND" : "ESERVFAIL" });
    return [answer];
  }
  if (Array.isArray(answer)) return answer.flatMap(addressesIn);
  const { address, error, code, ...families } = answer as Readonly<Record<string, unknown>>;
  if (error !== undefined || code !== undefined) return addressesIn(String(error ?? code).toUpperCase().replaceAll(/[^A-Z_]/g, "_"));
  return address === undefined ? Object.values(families).flatMap(addressesIn) : [String(address)];
}
