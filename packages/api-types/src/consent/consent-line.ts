/** How much a line should worry the reader; `danger` is shown in red. */
export type ConsentSeverity = "danger" | "high" | "medium" | "low";

/** One line of the install window. Built from the compiled policy, never from the author's words. */
export interface ConsentLine {
  /** Stable name of the line, such as `network:api.example.dev`: what a person takes away is kept under it. */
  readonly key: string;
  readonly severity: ConsentSeverity;
  /** Fixed words, such as `Connects to api.example.dev`. */
  readonly text: string;
  /** The author's reason, cleaned; shown as the author's. */
  readonly reason?: string;
  /** Who holds the plugin to it, in fixed words, such as `enforced by Escouade`; where the host has named its application. */
  readonly enforcedBy?: string;
  /** What else the reader should know, in fixed words, such as a look-alike name. */
  readonly warning?: string;
}
