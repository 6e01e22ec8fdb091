import { median } from "./statistics.ts";

/** Takes a batch of samples of one contender. */
export type Contender = () => Promise<readonly number[]>;

/** The samples of contenders that took turns, by their names. */
export interface SideBySide<Name extends string> {
  readonly samples: Readonly<Record<Name, readonly number[]>>;
  /**
   * How much one takes for one of the other: the median over the rounds of the ratio within each round, since what else
   * the machine does changes from round to round, and less so within one.
   */
  ratio(of: Name, to: Name): number;
}

/** Lets contenders take turns, round after round, so that all meet the same machine. */
export async function sideBySide<Name extends string>(contenders: Readonly<Record<Name, Contender>>, rounds: number): Promise<SideBySide<Name>> {
  const names = Object.keys(contenders) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  const medians = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const batch = await contenders[name]();
      samples[name].push(...batch);
      medians[name].push(median(batch));
    }
  }
  const ratio = (of: Name, to: Name): number => median(medians[of].map((value, round) => value / (medians[to][round] ?? Number.NaN)));
  return { samples, ratio };
}
