import { placeTypes } from '../../data/schema/tables/farm.ts'

/** A line of a farm feed, as loosely as a data team may write it. */
type FeedLine = { source_id: string; name: string } & Record<string, unknown>

const square = { lat: 44.411, lng: -72.14 }
const everySaturday = (from: string | null, to: string | null, hours: [string, string][]) => ({
  from,
  to,
  weekly: { sat: hours },
})

/** Its paid values are found nowhere else, so that one in a free answer is a leak. */
const openBook: FeedLine = {
  source_id: 'open-book',
  name: 'Open Book Farm',
  place_type: 'farm',
  city: 'Danville',
  county: 'Caledonia',
  state: 'Vermont',
  ...square,
  address: '12 Leakless Lane',
  zip: '05828',
  phone: '802-555-0142',
  website: 'https://openbook.example.org/',
  email: 'hello@openbook.example.org',
  social_links: ['https://www.facebook.com/openbook.example'],
  description: 'Descriptionary farm on a hill.',
  story: 'Storyful since the beginning.',
  tagline: 'Taglined and true',
  farmer_name: 'Ann Farmernamed',
  products: ['Eggs', 'raw honey', 'tomato', 'Pawpaw jam'],
  certifications: ['USDA Certified Organic'],
  practices: ['pastured', 'grass fed'],
  delivery_options: ['farm store', 'home delivery'],
  payment_methods: ['SNAP', 'cash'],
  images: ['https://images.example.org/leak-1.jpg'],
  image_url: 'https://images.example.org/leak-main.jpg',
  farmer_photo_url: 'https://images.example.org/leak-ann.jpg',
  google_rating: 4.63,
  google_review_count: 3187,
  price_range: '$$$',
  founded_year: 1987,
  verification_status: 'verified',
  hours: { farm_store: 'Sat: 9:00 AM-1:00 PM' },
  product_listings: [
    { id: 'l1', name: 'Pastured eggs', price: 6.53, unit: 'dozen', in_stock: false },
    { id: 'l2', name: 'Fresh eggs', price: 7.21, unit: 'dozen', in_stock: true },
    { id: 'l3', name: 'raw honey', price: 11.87, unit: 'lb', category: 'honeys', in_stock: null },
    { id: 'l4', name: 'PAWPAW JAM', price: null, unit: null, in_stock: false },
  ],
  updated_at: '2026-05-04T10:00:00Z',
}

/** Farms that make each rule of the API visible. */
const telling: FeedLine[] = [
  openBook,
  { source_id: 'bare', name: 'Bare Minimum', state: 'NY' },
  {
    source_id: 'sells-none',
    name: 'Sells None',
    state: 'VT',
    ...square,
    products: [],
    payment_methods: [],
  },
  // The very same point five times over, with like names: only their number and house tell them apart.
  ...['a', 'b', 'c', 'd'].map((source_id, house) => ({
    source_id,
    name: `Town Square Stand ${house + 1}`,
    address: `${house + 1} Town Square`,
    place_type: 'farmers market',
    city: 'Danville',
    state: 'VT',
    ...square,
    products: ['eggs', 'cheese'],
    updated_at: '2026-05-01T00:00:00Z',
  })),
  {
    source_id: 'listing-only',
    name: 'Listing Only',
    state: 'VT',
    lat: 44.42,
    lng: -72.15,
    product_listings: [{ name: 'Strawberries', price: 4.5, unit: 'quart', in_stock: true }],
    updated_at: '2026-04-01T00:00:00Z',
  },
  {
    source_id: 'untracked',
    name: 'Untracked Stock',
    state: 'VT',
    lat: 44.5,
    lng: -72.2,
    products: ['maple syrup', 'cherries'],
    product_listings: [{ name: 'Cherry', unit: 'lb' }],
    verification_status: 'unverified',
    updated_at: '2020-01-01T00:00:00Z',
  },
  {
    source_id: 'ruled-out',
    name: '"Quoted", Commas & <Tags> \\ Ünïcode 🍎',
    city: 'Cañon City',
    state: 'Colorado',
    lat: 38.44,
    lng: -105.24,
    place_type: 'CSA',
    products: ['🍎', 'apples', 'O’Neill’s cider'],
    categories: ['Odds and ends'],
    certifications: ['certified naturally grown'],
    zip: '81212',
    updated_at: '2026-01-15T08:30:00-05:00',
  },
  {
    source_id: 'heart',
    name: 'Heart Emoji',
    state: 'CO',
    lat: 38.5,
    lng: -105.2,
    products: ['❤️'],
  },
  {
    source_id: 'zip-only',
    name: 'Known By Its ZIP',
    state: 'VT',
    zip: '05843',
    place_type: 'on-farm market',
    products: ['milk'],
    payment_methods: ['snap'],
    updated_at: '2025-12-31T23:59:59Z',
  },
]

/** Where maps end: the date line, islands, the far north, and coordinates that mean nothing. */
const faraway: FeedLine[] = [
  { source_id: 'dl-west', name: 'West Of The Line', state: 'AK', lat: 51.9303, lng: 179.6 },
  { source_id: 'dl-east', name: 'East Of The Line', state: 'AK', lat: 51.92, lng: -178.9 },
  { source_id: 'dl-attu', name: 'Attu Greens', state: 'AK', lat: 52.9, lng: 173.0 },
  { source_id: 'utq', name: 'Tundra Greenhouse', state: 'AK', lat: 71.29, lng: -156.78 },
  { source_id: 'gu', name: 'Guam Growers', state: 'Guam', lat: 13.45, lng: 144.78 },
  { source_id: 'as', name: 'Tutuila Taro', state: 'AS', lat: -14.3, lng: -170.7 },
  {
    source_id: 'pr',
    name: 'Finca Ñandú',
    state: 'Puerto Rico',
    city: 'San Germán',
    lat: 18.08,
    lng: -67.04,
  },
  {
    source_id: 'hi',
    name: 'Big Island Ranch',
    state: 'HI',
    place_type: 'ranch',
    lat: 19.6,
    lng: -155.5,
  },
  { source_id: 'null-island', name: 'Null Island', state: 'KS', lat: 0, lng: 0 },
  { source_id: 'pole', name: 'Polar Plot', state: 'AK', lat: 90, lng: 0 },
].map((line) => ({ products: ['cabbage'], updated_at: '2024-02-29T12:00:00Z', ...line }))

/** Every shape of opening hours. */
const keepers: FeedLine[] = [
  {
    source_id: 'night',
    name: 'Night Market',
    place_type: 'market',
    hours_json: {
      timezone: 'America/New_York',
      seasons: [everySaturday(null, null, [['20:00', '02:00']])],
      note: 'bring a lamp',
    },
    hours: { market: 'Saturday nights' },
  },
  {
    source_id: 'summer',
    name: 'Summer Saturdays',
    place_type: 'food hub',
    hours_json: {
      timezone: 'America/New_York',
      seasons: [everySaturday('05-01', '10-31', [['09:00', '13:00']])],
      note: null,
    },
  },
  // The newest date of all is 2026-05-04T10:00:00Z.
  ...[
    { source_id: 'three-years', name: 'Three Years Market', updated_at: '2023-05-04T10:00:00Z' },
    { source_id: 'long-ago', name: 'Long Ago Market', updated_at: '2023-05-04T09:59:59Z' },
  ].map((line) => ({ ...line, products: null, hours: { market: 'Sat: 9:00 AM-1:00 PM' } })),
  { source_id: 'wordy', name: 'Wordy Hours', hours: { farm_store: 'when the flag is out' } },
  {
    source_id: 'nowhere-time',
    name: 'Nowhere Time',
    hours_json: {
      timezone: 'Nowhere/Land',
      seasons: [everySaturday(null, null, [['09:00', '13:00']])],
      note: null,
    },
  },
].map((line, index) => ({
  state: 'VT',
  lat: 44.6 + index / 100,
  lng: -72.3,
  products: ['flowers'],
  updated_at: '2026-03-03T03:03:03Z',
  ...line,
}))

const pick = <Value>(values: readonly Value[], at: number) => values[at % values.length]!

/** Some hundred farms around Vermont whose attributes come in every combination. */
const crowd: FeedLine[] = Array.from({ length: 160 }, (_, i) => ({
  source_id: `crowd-${i}`,
  name: `${pick(['apple', 'Birch', 'cedar', 'Ést'], i)} ${pick(['Hill', 'Brook', 'Acres'], i >> 2)} ${i % 40}`,
  place_type: pick(placeTypes, i * 5),
  city: pick(['Danville', 'St. Johnsbury', 'Barre', null, 'Montpelier'], i * 3),
  state: pick(['VT', 'NH', 'NY', 'VT'], i) === 'VT' ? 'VT' : null,
  lat: 44 + ((i * 37) % 90) / 100,
  lng: -73.2 + ((i * 53) % 160) / 100,
  zip: pick(['05828', '05641', null], i * 7),
  products: pick(
    [
      null,
      [],
      ['eggs'],
      ['eggs', 'honey'],
      ['honey', 'tomatoes', 'cheese'],
      ['Pawpaw jam', 'eggs'],
    ],
    i * 11,
  ),
  certifications: pick([null, ['USDA organic'], ['CCOF', 'GAP'], []], i * 3),
  practices: pick([null, ['organic'], ['free range', 'no GMOs'], ['Moonlit sowing']], i * 5),
  delivery_options: pick([null, ['farm pickup'], ['home delivery', 'drop site']], i),
  payment_methods: pick([null, ['cash'], ['cash', 'SNAP', 'credit card']], i * 2),
  description: pick([null, 'Words about the place.'], i),
  phone: pick([null, '802-555-0101'], i >> 1),
  verification_status: pick(['self_reported', 'verified', 'unverified'], i * 5),
  hours: pick([null, { farm_store: 'Sat: 9:00 AM-1:00 PM' }], i >> 1),
  product_listings: pick(
    [null, [{ name: 'Eggs', price: 5, unit: 'dozen', in_stock: true }], [{ name: 'honey' }]],
    i,
  ),
  updated_at: pick(
    [
      null,
      '2026-05-01T00:00:00Z',
      '2025-06-01T00:00:00Z',
      '2023-01-01T00:00:00Z',
      '2019-01-01T00:00:00Z',
    ],
    i * 3,
  ),
}))

/** An invented feed with every awkward kind of farm that the API has to answer for. */
export const fixtureFeed: readonly FeedLine[] = [...telling, ...faraway, ...keepers, ...crowd]
