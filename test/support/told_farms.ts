import type { Listing } from './nights.ts'

/** Listings that have nothing in common, each with all that a farm is recognized by. */
const names = [
  'Stone Creek Orchard',
  'Larkspur Dairy',
  'Old Anvil Vineyard',
  'Quiet Harbor Greens',
  'Redtail Bison Ranch',
  'Thistledown Apiary',
  'Kettle Hollow Berries',
  'Morning Glory Mushrooms',
  'Ironwood Maple',
  'Pebble Beach Poultry',
  'Saffron Field',
  'Windmill Turkey',
]
const towns = [
  { city: 'Montpelier', state: 'VT', zip: '05602', lat: 44.2601, lng: -72.5754 },
  { city: 'Davis', state: 'CA', zip: '95616', lat: 38.5449, lng: -121.7405 },
  { city: 'Ames', state: 'IA', zip: '50010', lat: 42.0347, lng: -93.62 },
  { city: 'Athens', state: 'GA', zip: '30601', lat: 33.9519, lng: -83.3576 },
]

/** The listing of farm `number`, 0 to 11, under a source id, with what is other about it. */
export function told(
  number: number,
  source_id: string,
  other: Record<string, unknown> = {},
): Listing {
  const town = towns[number % towns.length]!
  const nth = Math.floor(number / towns.length)
  return {
    source_id,
    name: names[number]!,
    address: `${10 + number} ${['Elm', 'Oak', 'Pine'][nth]} Street`,
    ...town,
    lat: town.lat + nth * 0.09,
    phone: `(802) 555-01${String(10 + number)}`,
    website: `https://farm-${number}.example.org/`,
    products: ['eggs', 'kale'],
    updated_at: '2029-05-01T00:00:00Z',
    ...other,
  }
}
