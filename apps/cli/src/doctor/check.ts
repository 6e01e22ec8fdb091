/** One thing that `ambit doctor` looked at. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** Something that makes what runs here stronger, and without which everything runs all the same. */
  readonly optional?: true;
  readonly detail: string;
  /** What to do where it is not. */
  readonly remedy?: string;
}
