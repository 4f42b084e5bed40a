import * as parameter from '../../http/parameters/parameters.ts'
import { openAt } from '../open_hours/open_at.ts'
import { textConditions } from '../text_search.ts'
import { readDayTime } from '../../http/parameters/instants.ts'
import { openOn } from '../open_hours/open_on.ts'
import { filter, hasAnyTerm, hasTerms, isAmong, isOneOf } from './filter.ts'
import { isInCity } from './cities.ts'
import { changedSince, listedSince } from './since.ts'

/**
 * Every filter of the list endpoints, by the name of its parameter. A new one is an entry here: its
 * parameter, its place in the OpenAPI document and its condition come from it.
 */
export const filters = {
  state: filter({
    meaning: 'States or territories, abbreviated or in full, comma-separated: any of them',
    example: 'VT,NH',
    tier: 'free',
    schema: parameter.stateList,
    conditions: isAmong('state'),
  }),
  city: filter({
    meaning:
      'Cities, comma-separated: any of them, whatever the case, accents and punctuation, and `St.` or `Saint`. The abbreviation of a state after a city is its own: `Albany, NY, Troy` is Albany in New York, and any Troy',
    example: 'Danville, VT',
    tier: 'free',
    schema: parameter.cityList,
    conditions: isInCity,
  }),
  zip: filter({
    meaning: 'ZIP codes, comma-separated: any of them',
    example: '05828',
    tier: 'paid',
    schema: parameter.zipList,
    conditions: isOneOf('zip'),
  }),
  place_type: filter({
    meaning: 'Kinds of place, comma-separated: any of them',
    example: 'farmers_market,csa',
    tier: 'free',
    schema: parameter.placeTypeList,
    conditions: isAmong('place_type'),
  }),
  products: filter({
    meaning:
      'Product names, comma-separated: the farm offers each of them or a kind of it, as grass-fed beef is of beef (see products_match)',
    example: 'eggs,honey',
    tier: 'free',
    schema: parameter.textList,
    conditions: (products, request, { products_match }) =>
      (products_match === 'any' ? hasAnyTerm : hasTerms)('products')(products, request),
  }),
  category: filter({
    meaning: 'Product categories, comma-separated: any of them',
    example: 'eggs,meat',
    tier: 'free',
    schema: parameter.textList,
    conditions: hasAnyTerm('categories'),
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
    meaning: 'How far the listing is verified, comma-separated: any of them',
    example: 'self_reported,verified',
    tier: 'paid',
    schema: parameter.verificationStatusList,
    conditions: isAmong('verification_status'),
  }),
  quality_tier: filter({
    meaning:
      'Bands of the quality score, comma-separated: any of them; `incomplete` is under the Basic line, where the field is null',
    example: 'Standard,incomplete',
    tier: 'paid',
    schema: parameter.qualityTierList,
    conditions: isAmong('quality_tier'),
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
    meaning:
      'H3 cell: the farms whose `h3_cell` is it, or lies in it by the H3 hierarchy, as `market_cells` counts them; of resolution 10 to 15: the farms whose location is in it',
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
    conditions: (instant, { snapshot, now }, { open_unknown }) => [
      openAt(snapshot.schedules, instant === 'now' ? now : instant, open_unknown === 'include'),
    ],
  }),
  open_on: filter({
    meaning:
      'Day of the week, the coming one, today included, by the calendar of each farm; or a date: farms known to be open at some time of it, by their own clock (see open_between); hours are unknown as for open_at',
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
  updated_since: filter({
    meaning:
      'Date, or instant with offset (RFC 3339): farms that a source last spoke of then or later. Not a way to keep a copy current: a farm that changed need not be newer by it, a price or a farm that left never is; that is what /v1/changes and changed_since are for',
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
      'Date, or instant with offset (RFC 3339): farms that changed in a snapshot built then or later (see changed_at). Or the id of a snapshot: in a later one',
    example: '2026-01-01',
    tier: 'free',
    schema: parameter.since,
    conditions: changedSince,
  }),
  first_listed_since: filter({
    meaning:
      'Date, or instant of one: farms that an edition of that day (UTC) or later was the first to list. Or the id of a snapshot: one newer than all of its own',
    example: '2026-01-01',
    tier: 'free',
    schema: parameter.since,
    conditions: listedSince('first_listed'),
  }),
  last_listed_since: filter({
    meaning:
      'The same of the newest edition that lists the farm: farms that were still listed then',
    example: '2026-01-01',
    tier: 'free',
    schema: parameter.since,
    conditions: listedSince('last_listed'),
  }),
}
export type FilterName = keyof typeof filters
