import type { HostStore } from "@ambit/api-types";
import { bundleCases } from "./bundle-cases.ts";
import { collectionCases } from "./collection-cases.ts";
import { grantCases } from "./grant-cases.ts";
import { installCases } from "./install-cases.ts";
import { journalCases } from "./journal-cases.ts";
import { kvCases } from "./kv-cases.ts";
import { leaseCases } from "./lease-cases.ts";
import { queryCases } from "./query-cases.ts";
import { deletionCases } from "./deletion-cases.ts";
import { quotaCases } from "./quota-cases.ts";
import { secretCases } from "./secret-cases.ts";
import { settingsCases } from "./settings-cases.ts";
import type { StoreCase } from "./store-case.ts";

/** A fresh store for one case. */
export interface StoreUnderTest {
  readonly store: HostStore;
  /**
   * Opens another store on the same ground while the first one stays open. Left out by stores whose ground dies with them;
   * the cases about what outlives a process then hold within the one store.
   */
  readonly reopen?: () => Promise<HostStore>;
  /** Removes the ground, after every store on it was closed. */
  readonly dispose?: () => Promise<void>;
}

/** What the suite needs of a test runner. */
export interface StoreConformanceOptions {
  /** Declares one test, as `test` of vitest, of `node:test` and of most others does. */
  readonly test: (name: string, run: () => Promise<void>) => void;
}

const cases: readonly StoreCase[] = [
  ...bundleCases, ...installCases, ...grantCases, ...kvCases, ...quotaCases, ...collectionCases, ...queryCases, ...journalCases, ...leaseCases, ...secretCases, ...settingsCases, ...deletionCases,
];

/**
 * Declares the tests that every `HostStore` passes, each on a fresh store. Names begin with the label and the part of the
 * contract, such as `sqlite > kv > pages give every key once`.
 */
export function runStoreConformance(label: string, makeStore: () => Promise<StoreUnderTest>, { test }: StoreConformanceOptions): void {
  for (const { group, name, run } of cases) test(`${label} > ${group} > ${name}`, () => runCase(run, makeStore));
}

async function runCase(run: StoreCase["run"], makeStore: () => Promise<StoreUnderTest>): Promise<void> {
  const { store, reopen, dispose } = await makeStore();
  const opened = [store];
  const again = reopen && (async (): Promise<HostStore> => {
    const other = await reopen();
    opened.push(other);
    return other;
  });
  try {
    await run({ store, ...(again !== undefined && { again }) });
  } finally {
    for (const each of opened) await each.close();
    await dispose?.();
  }
}
