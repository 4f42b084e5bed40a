import type { CountedFacet, KnownList } from '../../../data/schema/serving/attributes.ts'
import type { FarmAttributes } from '../../snapshot/columns/attributes.ts'
import { codesByCount } from '../../snapshot/columns/code_lists.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { sumsOf, type Area } from './area.ts'
import { percent } from './rounding.ts'

/** How many farms of an area there are, and how many of them have each code. */
export class Figures {
  readonly farms: number
  readonly counts: Uint32Array
  readonly #attributes: FarmAttributes

  /** Counts the farms of an area, all but the one of the row `without`. */
  constructor(snapshot: Snapshot, area: Area, without?: number) {
    this.#attributes = snapshot.attributes
    const { farms, counts } = sumsOf(snapshot, area, this.#attributes)
    this.farms = without === undefined ? farms : farms - 1
    this.counts = counts
    if (without !== undefined) for (const code of this.#attributes.codesOf(without)) counts[code]!--
  }

  /** How many farms have one name of a facet. */
  count(facet: CountedFacet, name: string): number {
    const code = this.#attributes.codeOf(facet, name)
    return code === undefined ? 0 : this.counts[code]!
  }

  /** For how many farms a list is known, or any price. */
  known(what: KnownList | 'prices'): number {
    return this.count('known', what)
  }

  /** For how many farms each list is known, and any price. */
  allKnown() {
    return {
      products: this.known('products'),
      certifications: this.known('certifications'),
      practices: this.known('practices'),
      delivery_options: this.known('delivery_options'),
      prices: this.known('prices'),
    }
  }

  /** The names of a facet that farms have: most first, then by name. */
  ranked(facet: CountedFacet): { name: string; code: number; count: number }[] {
    const range = this.#attributes.range(facet)
    return codesByCount(range, this.counts).map((code) => {
      return { name: range.names[code - range.first]!, code, count: this.counts[code]! }
    })
  }

  /** Name of a facet → how many farms have it, where any has; most first, then by name. */
  byName(facet: CountedFacet): Record<string, number> {
    return Object.fromEntries(this.ranked(facet).map(({ name, count }) => [name, count]))
  }

  /** What part `count` farms are: of all, and of those for which the list is known. */
  share(count: number, list: KnownList) {
    const known = this.known(list)
    const pct_of_known = known === 0 ? null : percent(count, known)
    return { count, pct: percent(count, this.farms), pct_of_known, known }
  }

  /**
   * How many farms have each name of a list that some have: most first, then by name. Who offers a kind of a
   * product offers the product.
   */
  shares(list: KnownList, limit = Infinity) {
    const ranked = this.ranked(list === 'products' ? 'offered' : list).slice(0, limit)
    return ranked.map(({ name, count }) => ({ name, ...this.share(count, list) }))
  }
}
