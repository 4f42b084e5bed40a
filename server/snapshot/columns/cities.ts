import type { Columns } from '../../../data/schema/serving/columns.ts'
import { placeKey } from '../../../data/geography/place_key.ts'
import { Bitmap } from '../sets/bitmap.ts'

/** The cities of the farms, found whatever their case, accents, punctuation, and `St.` or `Saint`. */
export class Cities {
  readonly #columns: Columns['cities']
  /** The places of the names, by their keys; made when first asked for. */
  #places: Map<string, number[]> | undefined

  constructor(columns: Columns['cities']) {
    this.#columns = columns
  }

  /** The farms whose city has one of some names. */
  rows(names: string[]): Bitmap {
    const { names: all, ofRow } = this.#columns
    this.#places ??= Map.groupBy(all.keys(), (place) => keyOf(all[place]!))
    const chosen = new Uint8Array(all.length + 1)
    for (const name of names)
      for (const place of this.#places.get(keyOf(name)) ?? []) chosen[place] = 1
    return Bitmap.fromNumbers(ofRow, chosen)
  }
}

/** Digits and symbols, which are no punctuation, count: 29 Palms is not Palms. */
const keyOf = (name: string) => placeKey(name) + name.replaceAll(/[^\p{N}\p{Sm}\p{Sc}\p{So}]/gu, '')
