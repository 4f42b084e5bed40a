import * as parameter from '../../http/parameters/parameters.ts'
import { openAt } from '../open_hours/open_at.ts'
import { textConditions } from '../text_search.ts'
import { equals, filter, hasTerms } from './filter.ts'

/**
 * Every filter of the list endpoints, by the name of its parameter. A new one is an entry here: its
 * parameter, its place in the OpenAPI document and its condition come from it.
 */
export const filters = {
  state: filter({
    meaning: 'State or territory, abbreviated or in full',
    example: 'VT',
    tier: 'free',
    schema: parameter.state,
    conditions: equals('state'),
  }),
  city: filter({
    meaning: 'City, whatever its case and accents',
    example: 'Danville',
    tier: 'free',
    schema: parameter.text,
    conditions: (city) => [
      {
        key: `city=${city}`,
        sql: 'lower(strip_accents(city)) = lower(strip_accents($city))',
        params: { city },
      },
    ],
  }),
  zip: filter({
    meaning: 'ZIP code',
    example: '05828',
    tier: 'paid',
    schema: parameter.zip,
    conditions: equals('zip'),
  }),
  place_type: filter({
    meaning: 'Kind of place',
    example: 'farmers_market',
    tier: 'free',
    schema: parameter.placeType,
    conditions: equals('place_type'),
  }),
  products: filter({
    meaning:
      'Product names, comma-separated: the farm offers each of them or a kind of it, as grass-fed beef is of beef (see products_match)',
    example: 'eggs,honey',
    tier: 'free',
    schema: parameter.textList,
    conditions: hasTerms('products'),
  }),
  category: filter({
    meaning: 'Product category',
    example: 'eggs',
    tier: 'free',
    schema: parameter.text,
    conditions: (category, request) => hasTerms('categories')([category], request),
  }),
  certifications: filter({
    meaning: 'Certifications, comma-separated: the farm has all of them',
    example: 'USDA organic',
    tier: 'paid',
    schema: parameter.textList,
    conditions: hasTerms('certifications'),
  }),
  practices: filter({
    meaning: 'Growing practices, comma-separated: the farm has all of them',
    example: 'pasture raised',
    tier: 'paid',
    schema: parameter.textList,
    conditions: hasTerms('practices'),
  }),
  delivery_options: filter({
    meaning: 'Delivery options, comma-separated: the farm has all of them',
    example: 'farm pickup',
    tier: 'paid',
    schema: parameter.textList,
    conditions: hasTerms('delivery_options'),
  }),
  payment_methods: filter({
    meaning: 'Payment methods, comma-separated: the farm takes all of them',
    example: 'SNAP',
    tier: 'paid',
    schema: parameter.textList,
    conditions: hasTerms('payment_methods'),
  }),
  verification_status: filter({
    meaning: 'How far the listing is verified',
    example: 'self_reported',
    tier: 'paid',
    schema: parameter.verificationStatus,
    conditions: equals('verification_status'),
  }),
  quality_tier: filter({
    meaning: 'Band of the quality score',
    example: 'Standard',
    tier: 'paid',
    schema: parameter.qualityTier,
    conditions: equals('quality_tier'),
  }),
  min_quality_score: filter({
    meaning: 'Least quality score, 0 to 100',
    example: '50',
    tier: 'paid',
    schema: parameter.integer(0, 100),
    conditions: (score) => [
      { key: `quality_score>=${score}`, sql: 'quality_score >= $score', params: { score } },
    ],
  }),
  q: filter({
    meaning:
      'Words in name and city, and in the products that the vocabulary does not know; for paid keys in the description and other terms outside the vocabulary too: all of them, in any order, in full or begun; one typing error in a word of five letters or more, two from nine on',
    example: 'stone creek',
    tier: 'free',
    schema: parameter.words,
    conditions: (text, { snapshot, tier }) => textConditions(snapshot, text, tier),
  }),
  bbox: filter({
    meaning:
      'west,south,east,north in degrees, edges included; west > east is a box over the date line (RFC 7946)',
    example: '-73.5,42.7,-71.4,45.1',
    tier: 'free',
    schema: parameter.bbox,
    conditions: (box, { snapshot }) => [
      { key: `bbox=${Object.values(box).join()}`, rows: () => snapshot.places.inBox(box) },
    ],
  }),
  cell: filter({
    meaning: 'H3 cell of any resolution: the farms whose location lies in it by the H3 hierarchy',
    example: '852b8997fffffff',
    tier: 'free',
    schema: parameter.cell,
    conditions: (cell, { snapshot }) => [
      { key: `cell=${cell}`, rows: () => snapshot.places.inCell(cell) },
    ],
  }),
  open_at: filter({
    meaning:
      'Instant (RFC 3339 with offset) or `now`: farms known to be open then, by their own clock; hours that were last confirmed over three years before the newest date of the snapshot are unknown (see open_unknown)',
    example: '2026-07-04T10:30:00-04:00',
    tier: 'paid',
    schema: parameter.instantOrNow,
    conditions: (instant, { snapshot, now, openUnknown }) => [
      openAt(snapshot.schedules, instant === 'now' ? now : instant, openUnknown ?? false),
    ],
  }),
  updated_since: filter({
    meaning:
      'Date, or instant with offset (RFC 3339): farms that a source last spoke of then or later',
    example: '2026-01-01',
    tier: 'free',
    schema: parameter.dateOrInstant,
    conditions: (since) => [
      {
        key: `updated_at>=${since.getTime()}`,
        sql: 'updated_at >= to_timestamp($since)',
        params: { since: since.getTime() / 1000 },
      },
    ],
  }),
  changed_since: filter({
    meaning:
      'Date, or instant with offset (RFC 3339): farms that changed in a snapshot built then or later (see changed_at)',
    example: '2026-01-01',
    tier: 'free',
    schema: parameter.dateOrInstant,
    conditions: (since, { snapshot }) => [
      {
        key: `changed_at>=${since.getTime()}`,
        sql: 'coalesce(changed_at, $built_at::timestamptz) >= to_timestamp($since)',
        params: { built_at: snapshot.manifest.built_at, since: since.getTime() / 1000 },
      },
    ],
  }),
}
export type FilterName = keyof typeof filters
