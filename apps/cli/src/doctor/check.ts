/** One thing that `ambit doctor` looked at. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  /** What to do where it is not. */
  readonly remedy?: string;
}
