/** How a component takes a call: once per instance by `wasi:cli/run`, or by turns through `ambit:plugin/guest`. */
export type ComponentForm = "command" | "reactor";

/** What the host makes of a component and every instance of the plugin starts from. */
export interface ComponentImage {
  readonly kind: "component";
  readonly form: ComponentForm;
  /** The translator's JavaScript, which joins the core modules and lifts and lowers values. */
  readonly glue: string;
  /** Compiled core modules by the names the glue asks for; memory and tables bounded before that. */
  readonly modules: ReadonlyMap<string, unknown>;
  /** Export of the glue that takes a call. */
  readonly entry: string;
}
