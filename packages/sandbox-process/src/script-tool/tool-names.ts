/** The names that tools have taken, so that two plugins' tools are told apart. */
export class ToolNames {
  readonly #taken: Set<string>;

  /** @param taken names that are not to be had, such as the application's own tools. */
  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  /** Takes a tool's name: as it is declared, or `<plugin>__<tool>` where that is taken. */
  claim(pluginId: string, tool: string): string {
    const name = this.#taken.has(tool) ? `${pluginId}__${tool}` : tool;
    this.#taken.add(name);
    return name;
  }
}
