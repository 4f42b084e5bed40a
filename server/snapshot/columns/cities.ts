import type { Columns } from '../../../data/schema/serving/columns.ts'
import { placeKey } from '../../../data/geography/place_key.ts'
import { Bitmap } from '../sets/bitmap.ts'

/** Names of places, matched regardless of case, accents, punctuation, and `St.` or `Saint`. */
export class PlaceNames {
  readonly #names: readonly string[]
  readonly #kinds: readonly string[]
  /** The indexes of the names by key, made on first use. */
  #byKey: Map<string, number[]> | undefined

  /** `kinds`: keys of words that may follow a name, such as `county`. */
  constructor(names: readonly string[], kinds: readonly string[] = []) {
    this.#names = names
    this.#kinds = kinds
  }

  /** Finds the indexes of the names that some texts may mean. */
  indexesOf(texts: readonly string[]): number[] {
    this.#byKey ??= Map.groupBy(this.#names.keys(), (index) => keyOf(this.#names[index]!))
    return texts.flatMap((text) => this.#keysOf(text).flatMap((key) => this.#byKey!.get(key) ?? []))
  }

  /** Finds the names that some texts may mean. */
  namesOf(texts: readonly string[]): string[] {
    return this.indexesOf(texts).map((index) => this.#names[index]!)
  }

  /** A text's key, and the key without an ending such as `county`. */
  #keysOf(text: string): string[] {
    const key = keyOf(text)
    const kinds = this.#kinds.filter((kind) => key.endsWith(kind))
    return [key, ...kinds.map((kind) => key.slice(0, -kind.length))]
  }
}

export class Cities {
  readonly #columns: Columns['cities']
  readonly #names: PlaceNames

  constructor(columns: Columns['cities']) {
    this.#columns = columns
    this.#names = new PlaceNames(columns.names)
  }

  /** The farms whose city has one of the names. */
  rows(names: string[]): Bitmap {
    const { names: all, ofRow } = this.#columns
    const chosen = new Uint8Array(all.length + 1)
    for (const index of this.#names.indexesOf(names)) chosen[index] = 1
    return Bitmap.fromNumbers(ofRow, chosen)
  }
}

/** Digits and symbols are not punctuation, so they count: 29 Palms is not Palms. */
const keyOf = (name: string) => placeKey(name) + name.replaceAll(/[^\p{N}\p{Sm}\p{Sc}\p{So}]/gu, '')
