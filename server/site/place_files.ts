import { readPlaces, readZipCodes } from '../../data/geography/gazetteer/gazetteer.ts'
import { placeKey } from '../../data/geography/place_key.ts'
import type { Files } from './assets.ts'

/**
 * The places that the map page finds. A search reads only one of the lists:
 * - ZIP codes by their first three digits (`058.json`: `{zip: [lat, lng]}`);
 * - towns and counties by state and first letter (`VT-d.json`: `{key: [name, lat, lng]}`), the largest of
 * each key.
 */
export function placeFiles(): Files {
  const lists = new Map<string, Record<string, unknown>>()
  const add = (list: string, key: string, value: unknown) => {
    if (!lists.has(list)) lists.set(list, {})
    lists.get(list)![key] ??= value
  }
  for (const { zip, lat, lng } of readZipCodes()) add(zip.slice(0, 3), zip, [lat, lng])
  for (const { name, lat, lng } of readPlaces().toSorted((a, b) => b.size - a.size)) {
    const [, town, state] = /^(.*), ([A-Z]{2})$/.exec(name)!
    const key = placeKey(town!)
    add(`${state}-${key[0]}`, key, [name, lat, lng])
  }
  return new Map(
    [...lists].map(([name, list]) => [`${name}.json`, Buffer.from(JSON.stringify(list))]),
  )
}
