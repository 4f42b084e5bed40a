import { firstWhere } from '../../../data/binary_search.ts'
import type { Point } from '../../../data/geography/distance.ts'
import {
  placeKinds,
  type InCounty,
  type Place,
} from '../../../data/geography/gazetteer/gazetteer.ts'
import {
  makeGazetteerColumns,
  type GazetteerColumns,
} from '../../../data/geography/gazetteer/columns.ts'
import { WordList } from './word_list.ts'

/** `town`: the place whose post office the ZIP code is named after; null = unknown. */
export type LocatedZip = Point & { zip: string; town: Place | null } & InCounty

let made: Gazetteer | undefined

/** The places and ZIP codes of the United States, and the towns that only farms name. */
export class Gazetteer {
  /** The keys of the places (`placeKey`), each once. */
  readonly keys: WordList
  /** The towns with a key that only farms name (listed_towns.ts). */
  readonly listed: (key: string) => Place[]
  readonly #places: GazetteerColumns['places']
  readonly #zips: GazetteerColumns['zips']

  private constructor(
    { places, zips }: GazetteerColumns,
    keys = new WordList(places.keys),
    listed: (key: string) => Place[] = () => [],
  ) {
    this.keys = keys
    this.listed = listed
    this.#places = places
    this.#zips = zips
  }

  /** Returns the program's gazetteer, without towns of farms. The first call takes 0.2 s. */
  static get(): Gazetteer {
    return (made ??= new Gazetteer(makeGazetteerColumns()))
  }

  /** The same with the towns of a snapshot's farms. */
  with(listed: (key: string) => Place[]): Gazetteer {
    return new Gazetteer({ places: this.#places, zips: this.#zips }, this.keys, listed)
  }

  /** The places with a key, largest first. */
  named(key: string): Place[] {
    return this.rowsOf(key).map((row) => this.place(row))
  }

  /** Returns true if a state has a place with a key. */
  has(key: string, state: string): boolean {
    return this.rowsOf(key).some((row) => this.stateOf(row) === state)
  }

  /** The rows of the places with a key, largest first. */
  rowsOf(key: string): number[] {
    const number = this.keys.placeOf(key)
    return number === undefined ? [] : this.rows(number, number + 1)
  }

  /** The rows of the places with the keys [first, end), key by key, largest first. */
  rows(first: number, end: number): number[] {
    const [from, to] = [this.#places.first[first]!, this.#places.first[end]!]
    return Array.from({ length: to - from }, (_, at) => from + at)
  }

  /** The rows of the largest places of some ranges of keys, largest first, at most `limit`. */
  largest(ranges: readonly (readonly [first: number, end: number])[], limit: number): number[] {
    const { first, size } = this.#places
    const rows: number[] = []
    for (const [firstKey, endKey] of ranges)
      for (let row = first[firstKey]!; row < first[endKey]!; row++) {
        if (rows.length === limit && size[row]! <= size[rows.at(-1)!]!) continue
        if (rows.includes(row)) continue
        const at = rows.findIndex((each) => size[each]! < size[row]!)
        rows.splice(at === -1 ? rows.length : at, 0, row)
        if (rows.length > limit) rows.pop()
      }
    return rows
  }

  /** Postal abbreviation of a place's state. */
  stateOf(row: number): string {
    const { names, nameStarts } = this.#places
    const end = nameStarts[row + 1]!
    return String.fromCharCode(names[end - 2]!, names[end - 1]!)
  }

  size(row: number): number {
    return this.#places.size[row]!
  }

  place(row: number): Place {
    const { names, nameStarts, kind, size, lat, lng, fips } = this.#places
    const name = Buffer.from(
      names.buffer,
      names.byteOffset + nameStarts[row]!,
      nameStarts[row + 1]! - nameStarts[row]!,
    )
    return {
      name: name.toString(),
      kind: placeKinds[kind[row]!]!,
      size: size[row]!,
      lat: lat[row]!,
      lng: lng[row]!,
      county_fips: fipsText(fips[row]!),
    }
  }

  /** Finds a ZIP code of five digits; undefined if there is none. */
  zip(zip: string): LocatedZip | undefined {
    const row = this.#firstZipFrom(Number(zip))
    return this.#zips.number[row] === Number(zip) ? this.#zipAt(row) : undefined
  }

  /** The first ZIP codes that begin with some digits, at most `limit`. */
  zipsBeginningWith(digits: string, limit: number): LocatedZip[] {
    const span = 10 ** (5 - digits.length)
    const first = this.#firstZipFrom(Number(digits) * span)
    const end = this.#firstZipFrom((Number(digits) + 1) * span)
    const count = Math.min(limit, end - first)
    return Array.from({ length: count }, (_, at) => this.#zipAt(first + at))
  }

  #firstZipFrom(number: number): number {
    return firstWhere(0, this.#zips.number.length, (row) => this.#zips.number[row]! >= number)
  }

  #zipAt(row: number): LocatedZip {
    const { number, place, lat, lng, fips } = this.#zips
    const town = place[row] === this.#places.size.length ? null : this.place(place[row]!)
    const zip = String(number[row]).padStart(5, '0')
    return { zip, town, lat: lat[row]!, lng: lng[row]!, county_fips: fipsText(fips[row]!) }
  }
}

const fipsText = (fips: number) => (fips === 0 ? null : String(fips).padStart(5, '0'))
