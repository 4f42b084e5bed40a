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
  const parts = addressParts(farm)
  const stated = stateOf(cleanText(parts.state))
  const { zip, correction } = normalizeZip(parts.zip, stated)
  const location = locate({ lat: farm.lat, lng: farm.lng, state: stated, zip })
  const { lat, lng, state, location_precision } = location
  const corrections = [...(parts.corrections ?? []), ...(correction ? [correction] : [])]
  return {
    isOutside: isOutside(farm, { state: stated, zip }, location),
    address: cleanText(parts.address),
    city: cleanText(parts.city),
    state,
    zip,
    lat,
    lng,
    location_precision,
    corrections: [...corrections, ...location.corrections],
  }
}

type Parts = Pick<SourceFarm, 'address' | 'city' | 'state' | 'zip' | 'corrections'>

/** A farm without city and ZIP code may have them in its address; not against its stated state. */
function addressParts(farm: SourceFarm): Parts {
  if (farm.address === null || farm.city !== null || farm.zip !== null) return farmParts(farm)
  const split = splitAddress(farm.address)
  if (!split || (farm.state !== null && stateOf(cleanText(farm.state)) !== split.state))
    return farmParts(farm)
  const { hadDirections, ...parts } = split
  return { ...parts, corrections: hadDirections ? ['directions left out of the address'] : [] }
}

const farmParts = ({ address, city, state, zip }: SourceFarm): Parts => ({
  address,
  city,
  state,
  zip,
})
