/** A way in which entries are sorted, such as categories. */
export interface Taxonomy {
  readonly name: string;
  readonly label: string;
  readonly labelSingular: string | null;
  readonly hierarchical: boolean;
  /** Collections it is used in. */
  readonly collections: readonly string[];
  readonly locale: string;
}

/** One term of a taxonomy. */
export interface TaxonomyTerm {
  readonly id: string;
  readonly taxonomy: string;
  readonly slug: string;
  readonly label: string;
  readonly parentId: string | null;
  readonly locale: string;
}

/** The taxonomies of a site and the terms of its entries, in memory. */
export class Taxonomies {
  readonly #all: Taxonomy[] = [];
  readonly #terms: TaxonomyTerm[] = [];
  /** Ids of terms, by `collection/entry`. */
  readonly #assigned = new Map<string, ReadonlySet<string>>();

  define(taxonomy: Taxonomy, terms: readonly TaxonomyTerm[]): void {
    this.#all.push(taxonomy);
    this.#terms.push(...terms);
  }

  assign(collection: string, entryId: string, termIds: readonly string[]): void {
    this.#assigned.set(`${collection}/${entryId}`, new Set(termIds));
  }

  all(locale?: string): readonly Taxonomy[] {
    return this.#all.filter((each) => (locale ?? each.locale) === each.locale);
  }

  terms(taxonomy: string, locale?: string): readonly TaxonomyTerm[] {
    const found = this.#terms.filter((term) => term.taxonomy === taxonomy && (locale ?? term.locale) === term.locale);
    return found.toSorted((a, b) => (a.label < b.label ? -1 : 1));
  }

  termsOf(collection: string, entryId: string, { taxonomy, locale }: { readonly taxonomy?: string; readonly locale?: string } = {}): readonly TaxonomyTerm[] {
    const ids = this.#assigned.get(`${collection}/${entryId}`);
    return this.#terms.filter((term) => ids?.has(term.id) === true && (taxonomy ?? term.taxonomy) === term.taxonomy && (locale ?? term.locale) === term.locale);
  }
}
