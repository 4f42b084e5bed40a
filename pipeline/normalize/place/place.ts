import type { Point } from '../../../data/geography/distance.ts'
import { stateOf } from '../../../data/geography/states.ts'
import { townsNamed } from '../../../data/geography/towns.ts'
import type { SourceFarm } from '../../read/adapter.ts'
import { cleanText } from '../text/text.ts'
import { splitAddress, readCity, normalizeZip } from './address.ts'
import { locate } from './coordinates.ts'
import { isOutside } from './country.ts'
import { confirmed, isInTown } from './witnesses.ts'

/**
 * Reads the place of a farm: checks address, state and coordinates against each other (`locate`,
 * `confirmed`), and for a place outside the United States. Corrects coordinates abroad without state and ZIP
 * code, if that brings them to the stated city or among the other rows of the file.
 */
export function placeOf(farm: SourceFarm, isAmongOthers: (point: Point) => boolean = () => false) {
  const { corrections, ...parts } = addressParts(farm)
  const town = townOf(parts)
  const { zip } = town
  const found = locate(
    { lat: farm.lat, lng: farm.lng, state: town.state, zip },
    (point) => isInTown(point, town.city, null) === true || isAmongOthers(point),
  )
  const county = cleanText(farm.county)
  const street = cleanText(parts.address)
  const location = confirmed(found, { state: found.state, zip, county, city: town.city, street })
  const { lat, lng, state, location_precision } = location
  return {
    isOutside: isOutside(farm, town, location),
    address: street,
    city: town.city,
    state,
    zip,
    stated_county: county,
    lat,
    lng,
    location_precision,
    corrections: [...corrections, ...town.corrections, ...location.corrections],
  }
}

/** True if a row states its state or its ZIP code, right or wrong. */
export const saysArea = ({ state, zip }: SourceFarm): boolean =>
  cleanText(state) !== null || cleanText(zip) !== null

/** City, state and ZIP code as stated, each in its own column or all in the city column. */
function townOf({ city, state, zip }: Pick<SourceFarm, 'city' | 'state' | 'zip'>) {
  const [name, stateText] = [cleanText(city), cleanText(state)]
  const stated = stateOf(stateText)
  const { zip: code, correction } = normalizeZip(zip, stated)
  const corrections = correction ? [correction] : []
  const isForeign = stateText !== null && stated === null
  if (name === null || isForeign) return { city: name, state: stated, zip: code, corrections }
  const town = readCity(name, { state: stated, zip: code })
  const respelled = spelled(town.city, town.state)
  const rules = respelled === town.city ? [] : ['capitals of the city as in the gazetteer']
  return { ...town, city: respelled, corrections: [...corrections, ...town.corrections, ...rules] }
}

/** A city all in capitals, or without any, as the gazetteer spells the town in that state. */
function spelled(city: string, state: string | null): string {
  if (state === null || (city !== city.toUpperCase() && city !== city.toLowerCase())) return city
  const isSame = ({ name }: { name: string }) => name.toLowerCase() === city.toLowerCase()
  return townsNamed(city, state).find(isSame)?.name ?? city
}

/** Takes a missing city and ZIP code from the address, unless its state differs from the stated state. */
function addressParts({ address, city, state, zip }: SourceFarm) {
  const split = address !== null && city === null && zip === null ? splitAddress(address) : null
  if (!split || (state !== null && stateOf(cleanText(state)) !== split.state))
    return { address, city, state, zip, corrections: [] }
  const { hadDirections, ...parts } = split
  return { ...parts, corrections: hadDirections ? ['directions left out of the address'] : [] }
}
