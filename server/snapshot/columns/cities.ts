import type { Columns } from '../../../data/schema/serving/columns.ts'
import { placeKey } from '../../../data/geography/place_key.ts'
import { Bitmap } from '../sets/bitmap.ts'

/** Names of places, found whatever their case, accents, punctuation, and `St.` or `Saint`. */
export class PlaceNames {
  readonly #names: readonly string[]
  readonly #kinds: readonly string[]
  /** The indexes of the names, by their keys; made when first asked for. */
  #byKey: Map<string, number[]> | undefined

  /** `kinds`: keys of words that may follow a name, such as `county`. */
  constructor(names: readonly string[], kinds: readonly string[] = []) {
    this.#names = names
    this.#kinds = kinds
  }

  /** The indexes of the names that some texts may mean. */
  indexesOf(texts: readonly string[]): number[] {
    this.#byKey ??= Map.groupBy(this.#names.keys(), (index) => keyOf(this.#names[index]!))
    return texts.flatMap((text) => this.#keysOf(text).flatMap((key) => this.#byKey!.get(key) ?? []))
  }

  /** The names that some texts may mean. */
  namesOf(texts: readonly string[]): string[] {
    return this.indexesOf(texts).map((index) => this.#names[index]!)
  }

  /** The key of a text, and the same without the kind at its end. */
  #keysOf(text: string): string[] {
    const key = keyOf(text)
    const kinds = this.#kinds.filter((kind) => key.endsWith(kind))
    return [key, ...kinds.map((kind) => key.slice(0, -kind.length))]
  }
}

/** The cities of the farms. */
export class Cities {
  readonly #columns: Columns['cities']
  readonly #names: PlaceNames

  constructor(columns: Columns['cities']) {
    this.#columns = columns
    this.#names = new PlaceNames(columns.names)
  }

  /** The farms whose city has one of some names. */
  rows(names: string[]): Bitmap {
    const { names: all, ofRow } = this.#columns
    const chosen = new Uint8Array(all.length + 1)
    for (const index of this.#names.indexesOf(names)) chosen[index] = 1
    return Bitmap.fromNumbers(ofRow, chosen)
  }
}

/** Digits and symbols, which are no punctuation, count: 29 Palms is not Palms. */
const keyOf = (name: string) => placeKey(name) + name.replaceAll(/[^\p{N}\p{Sm}\p{Sc}\p{So}]/gu, '')
