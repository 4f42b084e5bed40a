import type { Columns } from '../../../data/schema/serving/columns.ts'
import { countyKinds } from '../../../data/geography/gazetteer/county_names.ts'
import { placeKey } from '../../../data/geography/place_key.ts'
import { Bitmap } from '../sets/bitmap.ts'

/**
 * Returns a function that finds the indexes of the names that some texts may mean, regardless of case, accents,
 * punctuation, and `St.` or `Saint`. `kinds`: keys of words that may follow a name, such as `county`.
 */
function nameFinder(names: readonly string[], kinds: readonly string[] = []) {
  let byKey: Map<string, number[]> | undefined
  const keysOf = (text: string) => {
    const key = keyOf(text)
    const endings = kinds.filter((kind) => key.endsWith(kind))
    return [key, ...endings.map((kind) => key.slice(0, -kind.length))]
  }
  return (texts: readonly string[]): number[] => {
    byKey ??= Map.groupBy(names.keys(), (index) => keyOf(names[index]!)) // on first use
    return texts.flatMap(keysOf).flatMap((key) => byKey!.get(key) ?? [])
  }
}

/** Returns a function that finds the farms whose city has one of some names. */
export function cityFinder({ names, ofRow }: Columns['cities']) {
  const find = nameFinder(names)
  return (texts: readonly string[]): Bitmap => {
    const chosen = new Uint8Array(names.length + 1)
    for (const index of find(texts)) chosen[index] = 1
    return Bitmap.fromNumbers(ofRow, chosen)
  }
}

/** Returns a function that compares the city of a farm with a name, as `cityFinder` does. */
export function cityMatcher({ names, ofRow }: Columns['cities']) {
  return (row: number, name: string): boolean => {
    const city = names[ofRow[row]!]
    return city !== undefined && keyOf(city) === keyOf(name)
  }
}

/** Returns a function that finds the names of counties that some texts may mean, with or without `County`. */
export function countyFinder(names: readonly string[]) {
  const find = nameFinder(names, countyKinds)
  return (texts: readonly string[]): string[] => find(texts).map((index) => names[index]!)
}

/** Digits and symbols are not punctuation, so they count: 29 Palms is not Palms. */
const keyOf = (name: string) => placeKey(name) + name.replaceAll(/[^\p{N}\p{Sm}\p{Sc}\p{So}]/gu, '')
