import { createSecretMask, SECRET_UNITS, type SecretMask } from "@ambit/sandbox-permissions";

/**
 * The secret values this host has seen, by plugin, so that they can be masked wherever the plugin's words come out. A value
 * stays known after it was replaced or deleted: the plugin may still have it.
 */
export class SecretBook {
  readonly #values = new Map<string, Set<string>>();
  readonly #masks = new Map<string, SecretMask>();

  /** Notes a value of a plugin. */
  learn(pluginId: string, value: string): void {
    const values = this.#values.get(pluginId) ?? new Set<string>();
    if (values.has(value)) return;
    this.#values.set(pluginId, values.add(value));
    this.#masks.set(pluginId, createSecretMask([...values]));
  }

  /** A text with the secrets of all plugins masked, for what is nobody's in particular. */
  maskAll(text: string): string {
    return [...this.#masks.values()].reduce((masked, mask) => mask(masked), text);
  }

  /** The beginning of a text with the plugin's secrets masked: all that is wanted of it, and as far as a secret in that may go on. */
  maskStart(pluginId: string, text: string, wanted: number): string {
    const longest = Math.max(0, ...[...(this.#values.get(pluginId) ?? [])].map((value) => value.length));
    return this.mask(pluginId, text.slice(0, wanted + longest * SECRET_UNITS));
  }

  /** A text with the plugin's secrets masked. */
  mask(pluginId: string, text: string): string {
    return text === "" ? text : (this.#masks.get(pluginId)?.(text) ?? text);
  }
}
