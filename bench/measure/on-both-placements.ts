import { type Cores, pinThreads } from "./pin-threads.ts";
import { type Contender, type SideBySide, sideBySide } from "./side-by-side.ts";
import { figure } from "./statistics.ts";
import { type Figure, type Target, target } from "./workload.ts";

const WARM_UP_ROUNDS = 10;
const placements: readonly Cores[] = ["one core", "two cores"];

/** What was measured with host and guest on one core, and on two. */
export type BothPlacements<Name extends string> = Readonly<Record<Cores, SideBySide<Name>>>;

/** Lets contenders whose threads wake each other take turns, first with host and guest on one core, then on two. */
export async function onBothPlacements<Name extends string>(contenders: Readonly<Record<Name, Contender>>, rounds: number): Promise<BothPlacements<Name>> {
  return { "one core": await on("one core", contenders, rounds), "two cores": await on("two cores", contenders, rounds) };
}

/** The figures of both placements, in microseconds, under the contenders' labels. */
export function figuresOf<Name extends string>(runs: BothPlacements<Name>, labels: Readonly<Record<Name, string>>): readonly Figure[] {
  return placements.flatMap((cores) => (Object.keys(labels) as Name[]).map((name) => figure(`${labels[name]}, ${cores}`, "us", runs[cores].samples[name])));
}

/** How one contender stands to another in both placements. */
export function targetsOf<Name extends string>(runs: BothPlacements<Name>, name: string, of: Name, to: Name, atMost: number): readonly Target[] {
  return placements.map((cores) => target(`${name}, ${cores}`, runs[cores].ratio(of, to), atMost));
}

async function on<Name extends string>(cores: Cores, contenders: Readonly<Record<Name, Contender>>, rounds: number): Promise<SideBySide<Name>> {
  pinThreads(cores);
  await sideBySide(contenders, WARM_UP_ROUNDS);
  // What the warm-up started, a compiler's thread for one, is to be pinned too.
  pinThreads(cores);
  return sideBySide(contenders, rounds);
}
