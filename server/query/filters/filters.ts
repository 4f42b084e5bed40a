import type { z } from 'zod'
import * as parameter from '../../http/parameters/parameters.ts'
import { openAt, openOn } from '../open_hours/open_at.ts'
import { textConditions } from '../text_search.ts'
import { readDayTime } from '../../http/parameters/instants.ts'
import {
  filter,
  filterBy,
  filterOn,
  hasTerms,
  inStockOf,
  isInCity,
  isInCounty,
  isInCountyOf,
  isInZip,
  scoresAtLeast,
} from './filter.ts'
import { changedSince, listedSince, updatedSince } from './since.ts'

/**
 * Every filter of the list endpoints, by the name of its parameter. Each entry provides the parameter, its
 * place in the OpenAPI document and its condition.
 */
export const filters = {
  state: filterBy('state', {
    meaning: 'States or territories, abbreviated or in full, comma-separated; any may match',
    example: 'VT,NH',
    schema: parameter.stateList,
  }),
  city: filter({
    meaning:
      'Cities, comma-separated; any may match. Case, accents and punctuation do not matter; `St.` matches `Saint`. A state after a city narrows that city: `Albany, NY, Troy` means Albany in New York, and any Troy',
    example: 'Danville, VT',
    tier: 'free',
    schema: parameter.cityList,
    conditions: isInCity,
  }),
  county: filterOn('county', {
    meaning:
      'Counties or their equivalents, comma-separated; any may match. A state may follow, and `County` may be left out: `Albany County, NY`, `Albany, NY`, `Albany`. `Roanoke County, VA` leaves out the independent city, which is `Roanoke city, VA`; `Roanoke, VA` is both',
    example: 'Caledonia, VT',
    schema: parameter.countyList,
    conditions: isInCounty,
  }),
  county_fips: filterOn('county_fips', {
    meaning:
      'FIPS codes of counties, five digits each, comma-separated; any may match. Codes of Connecticut’s counties before 2022 work too',
    example: '50005',
    schema: parameter.countyFipsList,
    conditions: isInCountyOf,
  }),
  zip: filterOn('zip', {
    meaning: 'ZIP codes, comma-separated; any may match. Of ZIP+4, the first five digits count',
    example: '05828',
    schema: parameter.zipList,
    conditions: isInZip,
  }),
  place_type: filterBy('place_type', {
    meaning: 'Place types, comma-separated; any may match',
    example: 'farmers_market,csa',
    schema: parameter.placeTypeList,
  }),
  products: filterOn('products', {
    meaning:
      'Product names, comma-separated; the farm offers any of them (see `match`) or a variety, such as grass-fed beef for beef',
    example: 'eggs,honey',
    aliases: ['product'],
    schema: parameter.textList,
    conditions: (products, request, options) => [
      ...hasTerms('products')(products, request, options),
      ...(options.in_stock_only === 'true' ? inStockOf(products, request, options) : []),
    ],
  }),
  category: filterBy('categories', {
    meaning: 'Product categories, comma-separated; any may match (see `match`)',
    example: 'eggs,meat',
    aliases: ['categories'],
    schema: parameter.textList,
  }),
  certifications: filterBy('certifications', {
    meaning: 'Certifications, comma-separated; any may match (see `match`)',
    example: 'USDA organic',
    schema: parameter.textList,
  }),
  practices: filterBy('practices', {
    meaning: 'Growing practices, comma-separated; any may match (see `match`)',
    example: 'pasture raised',
    schema: parameter.textList,
  }),
  delivery_options: filterBy('delivery_options', {
    meaning: 'Delivery options, comma-separated; any may match (see `match`)',
    example: 'farm pickup',
    schema: parameter.textList,
  }),
  payment_methods: filterBy('payment_methods', {
    meaning: 'Payment methods, comma-separated; any may match (see `match`)',
    example: 'SNAP',
    schema: parameter.textList,
  }),
  verification_status: filterBy('verification_status', {
    meaning: 'Verification statuses, comma-separated; any may match',
    example: 'self_reported,verified',
    schema: parameter.verificationStatusList,
  }),
  quality_tier: filterBy('quality_tier', {
    meaning:
      'Quality tiers, comma-separated; any may match. `incomplete` selects farms that score below Basic, whose `quality_tier` is null',
    example: 'Standard,incomplete',
    schema: parameter.qualityTierList,
  }),
  min_quality_score: filterOn('quality_score', {
    meaning: 'Minimum quality score, 0 to 100',
    example: '50',
    schema: parameter.integer(0, 100),
    conditions: scoresAtLeast,
  }),
  q: filter({
    meaning:
      'Words in the name, the city, and products outside the vocabulary. For paid keys also in the description and in other terms outside the vocabulary. All words must match, in any order; the beginning of a word is enough. Words of five letters may have one typing error, of nine letters two. `dane county`, or a state, also matches the farms in it. `st` is saint',
    example: 'stone creek',
    tier: 'free',
    aliases: ['query'],
    schema: parameter.words,
    conditions: (text, { snapshot, tier }) => textConditions(snapshot, text, tier),
  }),
  bbox: filter({
    meaning:
      'Bounding box: west,south,east,north in degrees, edges included. If west > east, the box crosses the date line (RFC 7946)',
    example: '-73.5,42.7,-71.4,45.1',
    tier: 'free',
    schema: parameter.bbox,
    conditions: (box, { snapshot }) => [
      { key: `bbox=${Object.values(box).join()}`, rows: () => snapshot.places.inBox(box) },
    ],
  }),
  cell: filter({
    meaning:
      'H3 cell. Up to resolution 9: farms whose `h3_cell` is this cell or its descendant, as in `market_cells`. From resolution 10 to 15: farms located in this cell',
    example: '852b8997fffffff',
    tier: 'free',
    schema: parameter.cell,
    conditions: (cell, { snapshot }) => [
      { key: `cell=${cell}`, rows: () => snapshot.places.inCell(cell) },
    ],
  }),
  open_at: filter({
    meaning:
      'Instant (RFC 3339 with offset) or `now`: farms known to be open then, in local time. Hours last confirmed over three years before the instant count as unknown (see `open_unknown`)',
    example: '2026-07-04T10:30:00-04:00',
    tier: 'paid',
    schema: parameter.instantOrNow,
    conditions: (instant, { snapshot, now }, { open_unknown }) => [
      openAt(snapshot.schedules, instant === 'now' ? now : instant, open_unknown === 'include'),
    ],
  }),
  open_on: filter({
    meaning:
      'Day of the week or date: farms known to be open at some time of that day, in local time (see `open_between`). A day of the week means the next one, today included. Unknown hours count as for `open_at`',
    example: 'sat',
    tier: 'paid',
    schema: parameter.day,
    conditions: (day, { snapshot, now }, { open_between, open_unknown }) => [
      openOn(snapshot.schedules, day, {
        time: open_between === undefined ? undefined : readDayTime(open_between)!,
        now,
        orUnknown: open_unknown === 'include',
      }),
    ],
  }),
  updated_since: filterOn('updated_at', {
    meaning:
      'Date, or instant with offset (RFC 3339): farms whose last source update is then or later. To keep a copy current, use `/v1/changes` or `changed_since` instead: this filter misses delisted farms and some changes',
    example: '2026-01-01',
    schema: parameter.dateOrInstant,
    conditions: updatedSince,
  }),
  changed_since: filterOn('changed_at', {
    meaning:
      'Date, or instant with offset (RFC 3339): farms that changed in a snapshot built then or later (see `changed_at`). Or a snapshot id: farms that changed after that snapshot',
    example: '2026-01-01',
    schema: parameter.since,
    conditions: changedSince,
  }),
  first_listed_since: filterOn('first_listed', {
    meaning:
      "Date or instant: farms first listed by an edition of that day (UTC) or later. Or a snapshot id: farms first listed by an edition newer than that snapshot's editions",
    example: '2026-01-01',
    schema: parameter.since,
    conditions: listedSince('first'),
  }),
  last_listed_since: filterOn('last_listed', {
    meaning:
      'Date, instant or snapshot id, as in `first_listed_since`, for the newest edition of any series that listed the farm: farms still listed then',
    example: '2026-01-01',
    schema: parameter.since,
    conditions: listedSince('last'),
  }),
}
export type FilterName = keyof typeof filters

/** The parameters of the filters, each of which a request may leave out. */
export const filterParameters = Object.fromEntries(
  Object.entries(filters).map(([name, { schema, meaning: description, ...more }]) => {
    const { example, tier, aliases } = more
    return [
      name,
      schema.optional().meta({ description, example, tier, ...(aliases && { aliases }) }),
    ]
  }),
) as { [Name in FilterName]: z.ZodOptional<(typeof filters)[Name]['schema']> }
