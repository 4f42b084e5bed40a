import { sourceFields } from '../../data/schema/input/source_fields.ts'
import { nearestOf } from '../../data/vocabulary/edit_distance.ts'
import { termKey } from '../../data/vocabulary/term_key.ts'
import { practices, products } from '../../data/vocabulary/vocabulary.ts'
import { normalizeEmail, normalizePhone } from '../../pipeline/normalize/contact.ts'
import { Findings } from '../../pipeline/normalize/findings.ts'
import { readOsmHours } from '../../pipeline/normalize/hours/osm_hours.ts'
import { readSchedules, parseSeasonalTimes } from '../../pipeline/normalize/hours/schedules.ts'
import { parseSeason } from '../../pipeline/normalize/hours/season.ts'
import { parseWeekly } from '../../pipeline/normalize/hours/weekly.ts'
import { normalizeSocialLinks, normalizeUrl } from '../../pipeline/normalize/links.ts'
import { normalize } from '../../pipeline/normalize/normalize.ts'
import { splitAddress, readCity, normalizeZip } from '../../pipeline/normalize/place/address.ts'
import { placeOf } from '../../pipeline/normalize/place/place.ts'
import { listedTerms } from '../../pipeline/normalize/terms/terms.ts'
import { cleanText } from '../../pipeline/normalize/text/text.ts'
import { withApostrophes, fitOf } from '../../pipeline/resolve/letters/steps.ts'
import {
  nothingKnown,
  type SourceFarm,
  naturalKey,
  placeTypeOf,
} from '../../pipeline/read/adapter.ts'
import { parseInstant } from '../../pipeline/read/instant.ts'
import { freeList, semicolonList } from '../../pipeline/read/values.ts'
import { makeHeader, Row } from '../../pipeline/read/row.ts'
import { fault, columns59 } from '../../pipeline/read/sources/usda/shift.ts'
import { emailAddress } from '../../server/access/email_address.ts'
import { addressBlock, clientAddress } from '../../server/access/limits/client_address.ts'
import { localPath } from '../../server/http/addresses/local_path.ts'
import { byteRange } from '../../server/http/byte_range.ts'
import { codingOf } from '../../server/http/coding.ts'
import { clientHas } from '../../server/http/entity_tag.ts'
import {
  bbox,
  cell,
  cityList,
  countyList,
  dateOrInstant,
  day,
  dayTime,
  farmIds,
  instantOrNow,
  moment,
  since,
  stateList,
  text,
  textList,
  uuid,
  words,
  zipList,
} from '../../server/http/parameters/parameters.ts'
import { parseQueryString } from '../../server/http/parameters/query_string.ts'
import { withoutKeys } from '../../server/http/without_keys.ts'

const farm = (text: string): SourceFarm => ({
  ...nothingKnown,
  ...Object.fromEntries(
    Object.entries(sourceFields).map(([name, { holds }]) => [
      name,
      holds === 'text' ? text : holds === 'list' ? [text] : null,
    ]),
  ),
  source_id: 'a',
  name: 'A Farm',
  place_type: 'farm',
  country: text,
  lat: text,
  lng: text,
  updated_at: text,
  verification_status: 'unverified',
  schedules: [{ name: 'season_1', season: text, times: text, note: text }],
  product_listings: [
    { id: null, name: text, unit: text, category: text, price: null, in_stock: null },
  ],
})
const context = () => ({ source: 'a', now: new Date(0), findings: new Findings() })
const row = (text: string, names: readonly string[] = ['a']) =>
  Row.ofFields(
    1,
    names.map(() => text),
    makeHeader(names, true),
  )

/** Everything that reads a text of a source or of a request. */
export const textParsers: Record<string, (text: string) => unknown> = {
  cleanText,
  fitOf: (text: string) => fitOf(text.replaceAll(/[a;]/g, '\ufffd'), text.replaceAll(/[a;]/g, 'é')),
  withApostrophes: (text) => withApostrophes(text.replaceAll(/[a;]/g, '\ufffd')),
  normalizePhone,
  normalizeEmail,
  normalizeUrl,
  normalizeSocialLinks: (text) => normalizeSocialLinks([text]),
  splitAddress,
  readCity: (text) => readCity(text, { state: 'VT', zip: null }),
  normalizeZip: (text) => normalizeZip(text, 'VT'),
  placeOf: (text) => placeOf(farm(text)),
  parseSeason,
  parseWeekly,
  parseSeasonalTimes,
  readOsmHours,
  readSchedules: (text) => readSchedules(farm(text).schedules),
  listedTerms: (text) => listedTerms(text, (term) => practices.find(term) !== null),
  vocabulary: (text) => products.terms([text]),
  nearest: (text) => products.nearest(text) ?? nearestOf(text, ['phone', 'website']),
  termKey,
  normalize: (text) => normalize({ line: 1, farm: farm(text), raw: () => '' }, context()),
  parseInstant,
  semicolonList,
  freeList,
  naturalKey: (text) => naturalKey(text),
  placeTypeOf: (text) => placeTypeOf(text),
  cell: (text) => row(text).get('a'),
  fault: (text) => fault(row(text, columns59)),
  emailAddress: (text) => emailAddress.safeParse(text),
  clientAddress: (text) => addressBlock(clientAddress('::1', text, 2)),
  localPath: (text) => localPath(`/${text}`, '/'),
  byteRange: (text) => byteRange(`bytes=${text}`, 1000),
  codingOf,
  clientHas: (text) => clientHas(text, '"a"'),
  parseQueryString: (text) => parseQueryString(text.replaceAll('%', '')),
  withoutKeys,
  ...Object.fromEntries(
    Object.entries({
      bbox,
      cell,
      dateOrInstant,
      instantOrNow,
      text,
      textList,
      uuid,
      words,
      zipList,
      cityList,
      countyList,
      day,
      dayTime,
      farmIds,
      moment,
      since,
      stateList,
    }).map(([name, schema]) => [`parameter ${name}`, (text: string) => schema.safeParse(text)]),
  ),
}
