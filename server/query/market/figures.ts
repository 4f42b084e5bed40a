import type { KnownList, MarketField } from '../../../data/schema/serving/fields.ts'
import { codesByCount } from '../../snapshot/columns/code_lists.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import type { FieldCodes } from '../../snapshot/sets/field_codes.ts'
import type { Cover } from './area.ts'
import { percent } from './rounding.ts'

/** A share of known values is sparse if fewer farms, or under one in this many, have a known value. */
const fewestKnown = 20
const leastShareKnown = 10

/** The number of farms in an area, in total and by code. */
export class AreaFigures {
  readonly farms: number
  readonly counts: Uint32Array
  readonly #codes: FieldCodes

  /** Counts the farms of a cover. */
  constructor({ fieldCodes }: Snapshot, cover: Cover) {
    this.#codes = fieldCodes
    this.farms = cover.farms
    this.counts = cover.sums(fieldCodes.attributes).counts
  }

  /** Returns the number of farms with one name of a field. */
  count(field: MarketField, name: string): number {
    const code = this.#codes.codeOf(field, name)
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

  /** Returns the names of a field that farms have: most farms first, then by name. */
  ranked(field: MarketField): { name: string; code: number; count: number }[] {
    const range = this.#codes.of(field)
    return codesByCount(range, this.counts).map((code) => {
      return { name: range.names[code - range.first]!, code, count: this.counts[code]! }
    })
  }

  /** Calls `use` with the names of a field that farms have. */
  each(field: MarketField, use: (name: string, count: number) => void): void {
    const { first, names } = this.#codes.of(field)
    for (let place = 0; place < names.length; place++) {
      const count = this.counts[first + place]!
      if (count > 0) use(names[place]!, count)
    }
  }

  /** Name of a field → number of farms, without zeros; most farms first, then by name. */
  byName(field: MarketField): Record<string, number> {
    const counts: Record<string, number> = {}
    for (const { name, count } of this.ranked(field)) counts[name] = count
    return counts
  }

  /** Returns what makes a number of farms a share of all farms, and of those with a known list. */
  shareOf(list: KnownList) {
    const { farms } = this
    const known = this.known(list)
    const sparse = known < fewestKnown || known * leastShareKnown < farms
    return (count: number) => ({
      count,
      pct: percent(count, farms),
      pct_of_known: known === 0 ? null : percent(count, known),
      known,
      sparse,
    })
  }

  /**
   * Counts the farms with each name of a list, without zeros; most farms first, then by name. A farm that
   * offers a variety offers the product.
   */
  shares(list: KnownList, limit = Infinity) {
    const share = this.shareOf(list)
    const ranked = this.ranked(list === 'products' ? 'offered' : list).slice(0, limit)
    return ranked.map(({ name, count }) => ({ name, ...share(count) }))
  }
}
