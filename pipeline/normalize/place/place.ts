import { stateOf } from '../../../data/geography/states.ts'
import type { SourceFarm } from '../../read/adapter.ts'
import { cleanText } from '../text/text.ts'
import { splitAddress } from './address.ts'
import { locate } from './coordinates.ts'
import { isOutside } from './country.ts'
import { normalizeZip } from './zip.ts'

/**
 * Reads where a farm is: address, state and coordinates checked against each other (`locate`), and
 * whether that is outside the United States.
 */
export function placeOf(farm: SourceFarm) {
  const { corrections, ...parts } = addressParts(farm)
  const stated = stateOf(cleanText(parts.state))
  const { zip, correction } = normalizeZip(parts.zip, stated)
  const location = locate({ lat: farm.lat, lng: farm.lng, state: stated, zip })
  const { lat, lng, state, location_precision } = location
  return {
    isOutside: isOutside(farm, { state: stated, zip }, location),
    address: cleanText(parts.address),
    city: cleanText(parts.city),
    state,
    zip,
    lat,
    lng,
    location_precision,
    corrections: [...corrections, ...(correction ? [correction] : []), ...location.corrections],
  }
}

/** A farm without city and ZIP code may have them in its address; not against its stated state. */
function addressParts({ address, city, state, zip }: SourceFarm) {
  const split = address !== null && city === null && zip === null ? splitAddress(address) : null
  if (!split || (state !== null && stateOf(cleanText(state)) !== split.state))
    return { address, city, state, zip, corrections: [] }
  const { hadDirections, ...parts } = split
  return { ...parts, corrections: hadDirections ? ['directions left out of the address'] : [] }
}
