/** A farm whose paid values are found nowhere else, so that one in a free answer is a leak. */
export const markedFarm = (night: number): Record<string, unknown> => ({
  source_id: 'marked', // free, as in bridges.parquet
  name: 'Marked Farm',
  place_type: 'farm',
  city: 'Yakima',
  state: 'WA',
  lat: 46.602,
  lng: -120.505,
  products: ['eggs'],
  updated_at: `2026-05-0${night}T10:00:00Z`,
  address: `12 Leakaddress${night} Lane`,
  zip: `9890${night}`,
  phone: `509-555-010${night}`,
  website: `https://leakwebsite${night}.example.org/`,
  email: `leakemail${night}@farm.example.org`,
  social_links: [`https://www.facebook.com/leaksocial${night}`],
  description: `Leakdescription${night} of a farm.`,
  story: `Leakstory${night} since the beginning.`,
  tagline: `Leaktagline${night}`,
  farmer_name: `Ann Leakfarmer${night}`,
  certifications: [`Leakcertification${night}`],
  practices: [`Leakpractice${night}`],
  delivery_options: [`Leakdelivery${night}`],
  payment_methods: [`Leakpayment${night}`],
  images: [`https://images.example.org/leakimages${night}.jpg`],
  image_url: `https://images.example.org/leakimage${night}.jpg`,
  farmer_photo_url: `https://images.example.org/leakphoto${night}.jpg`,
  google_rating: Number(`4.613${night}`),
  google_review_count: 918270 + night,
  founded_year: 1870 + night,
  hours: { farm_store: `Sat: 9:00 AM-1:0${night} PM`, leakhours: `by leakhours${night}` },
  product_listings: [
    {
      id: `leaklisting${night}`,
      name: 'eggs',
      price: Number(`73.1${night}`),
      unit: `leakunit${night}`,
    },
  ],
})

/** What to look for: as much of each paid value as no other value has. */
export const markersOf = (night: number): Record<string, RegExp> => {
  const words = [
    ['address', 'website', 'email', 'social', 'description', 'story', 'tagline', 'farmer'],
    ['certification', 'practice', 'delivery', 'payment', 'images', 'image', 'photo', 'hours'],
    ['listing', 'unit'],
  ].flat()
  const ofWords = words.map((word): [string, RegExp] => [
    word,
    new RegExp(`leak${word}${night}`, 'i'),
  ])
  return {
    ...Object.fromEntries(ofWords),
    zip: new RegExp(`\\b9890${night}\\b`),
    phone: new RegExp(`555-?010${night}\\b`),
    rating: new RegExp(`\\b4\\.613${night}\\b`),
    reviews: new RegExp(`\\b${918270 + night}\\b`),
    founded: new RegExp(`\\b${1870 + night}\\b`),
    price: new RegExp(`\\b73\\.1${night}\\b`),
    timezone: /America\/Los_Angeles/,
  }
}
