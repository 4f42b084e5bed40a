import type { CountedFacet, KnownList } from '../../../data/schema/serving/attributes.ts'
import type { FarmAttributes } from '../../snapshot/columns/attributes.ts'
import { codesByCount } from '../../snapshot/columns/code_lists.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { sumsOf, type Area } from './area.ts'
import { percent } from './rounding.ts'

/** The number of farms in an area, in total and by code. */
export class Figures {
  readonly farms: number
  readonly counts: Uint32Array
  readonly #attributes: FarmAttributes

  /** Counts the farms of an area, without the row `without`. */
  constructor(snapshot: Snapshot, area: Area, without?: number) {
    this.#attributes = snapshot.attributes
    const { farms, counts } = sumsOf(snapshot, area, this.#attributes)
    this.farms = without === undefined ? farms : farms - 1
    this.counts = counts
    if (without !== undefined) for (const code of this.#attributes.codesOf(without)) counts[code]!--
  }

  /** Returns the number of farms with one name of a facet. */
  count(facet: CountedFacet, name: string): number {
    const code = this.#attributes.codeOf(facet, name)
    return code === undefined ? 0 : this.counts[code]!
  }

  /** Returns the number of farms for which a list, or any price, is known. */
  known(what: KnownList | 'prices'): number {
    return this.count('known', what)
  }

  /** Returns the number of farms for which each list, and any price, is known. */
  allKnown() {
    return {
      products: this.known('products'),
      certifications: this.known('certifications'),
      practices: this.known('practices'),
      delivery_options: this.known('delivery_options'),
      prices: this.known('prices'),
    }
  }

  /** Returns the names of a facet that farms have: most farms first, then by name. */
  ranked(facet: CountedFacet): { name: string; code: number; count: number }[] {
    const range = this.#attributes.range(facet)
    return codesByCount(range, this.counts).map((code) => {
      return { name: range.names[code - range.first]!, code, count: this.counts[code]! }
    })
  }

  /** Name of a facet → number of farms, without zeros; most farms first, then by name. */
  byName(facet: CountedFacet): Record<string, number> {
    return Object.fromEntries(this.ranked(facet).map(({ name, count }) => [name, count]))
  }

  /** Returns the share of `count` farms among all farms, and among those with a known list. */
  share(count: number, list: KnownList) {
    const known = this.known(list)
    const pct_of_known = known === 0 ? null : percent(count, known)
    return { count, pct: percent(count, this.farms), pct_of_known, known }
  }

  /**
   * Counts the farms with each name of a list, without zeros; most farms first, then by name. A farm that
   * offers a variety offers the product.
   */
  shares(list: KnownList, limit = Infinity) {
    const ranked = this.ranked(list === 'products' ? 'offered' : list).slice(0, limit)
    return ranked.map(({ name, count }) => ({ name, ...this.share(count, list) }))
  }
}
