import { AmbitError, defaultLimits, type LimitName, limitNames, type Limits, limitTable } from "@ambit/api-types";

/**
 * The limits a plugin is held to: what its manifest asks for or the default, brought down to the host's ceilings.
 *
 * @throws AmbitError `MANIFEST_INVALID` where a limit is above a ceiling past which the manifest is refused.
 */
export function limitsInForce(asked: Readonly<Partial<Record<LimitName, number>>>, ceilings: Limits): Limits {
  const inForce = limitNames.map((name): [LimitName, number] => {
    const fault = limitFault(name, asked[name], ceilings);
    if (fault !== undefined) throw new AmbitError("MANIFEST_INVALID", `limits.${name} ${fault}.`);
    return [name, Math.min(asked[name] ?? defaultLimits[name], ceilings[name])];
  });
  return Object.fromEntries(inForce) as Record<LimitName, number>;
}

/** Why a manifest that asks for a limit is refused, as a phrase, or undefined. */
export function limitFault(name: LimitName, asked: number | undefined, ceilings: Limits): string | undefined {
  if (asked === undefined) return undefined;
  if (!Number.isInteger(asked) || asked <= 0) return "must be a whole number above 0";
  if (limitTable[name].pastCeiling === "refused" && asked > ceilings[name]) return `is above its ceiling of ${ceilings[name]}`;
  return undefined;
}
