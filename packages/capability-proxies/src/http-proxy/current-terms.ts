import { directTerms, type ProxySettings, type ProxyTerms, readProxySettings } from "./proxy-settings.ts";
import { networkFailed } from "../connection/network-fault.ts";

/** The terms of a moment. `version` differs whenever they do. */
export interface CurrentTerms {
  readonly version: number;
  readonly terms: ProxyTerms;
}

/** Reads the operator's proxy settings at each call, and tells when they are others than before. */
export class ProxyTermsReader {
  readonly #settings: (() => ProxySettings | undefined) | undefined;
  #text = "";
  #current: CurrentTerms = { version: 0, terms: directTerms };

  constructor(settings: (() => ProxySettings | undefined) | undefined) {
    this.#settings = settings;
  }

  /** @throws AmbitError `NETWORK_FAILED` where the settings cannot be read: nobody knows then which way is meant. */
  read(): CurrentTerms {
    try {
      const settings = this.#settings?.();
      // Compared by content, since the same object may come with other fields.
      const text = settings === undefined ? "" : JSON.stringify(settings);
      if (text !== this.#text) {
        this.#current = { version: this.#current.version + 1, terms: settings === undefined ? directTerms : readProxySettings(settings) };
        this.#text = text;
      }
      return this.#current;
    } catch (cause) {
      throw networkFailed("proxySettings", cause);
    }
  }
}
