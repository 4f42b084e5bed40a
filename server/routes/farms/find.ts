import { z } from 'zod'
import type { Point } from '../../../data/geography/distance.ts'
import { canonicalQuery } from '../../http/addresses/links.ts'
import { textsOf } from '../../http/parameters/canonical.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { readQuery, type RawQuery } from '../../http/parameters/query_string.ts'
import type { Part } from '../../query/reader/draft.ts'
import { conditions } from '../../query/filters/conditions.ts'
import type { FilterRequest } from '../../query/filters/filter.ts'
import { isEmptiedByWords, type Way } from '../../query/hints/emptied_by.ts'
import { readText, type Reading } from '../../query/reader/read.ts'
import {
  hasDoubtfulWords,
  understand,
  type LeftOut,
  type Understood,
  withoutWords,
} from '../../query/reader/understand.ts'
import { countFarms } from '../../query/select.ts'
import { after } from '../../eventual.ts'
import { farmList } from '../lists/envelope.ts'
import { answerList, type ListRequest } from '../lists/list.ts'
import { asksOfNow, listParameters, type Sort } from '../lists/parameters.ts'
import { dataRoute, type DataRequest } from '../data_route.ts'
import { centerOf, requireCenter, whereParameters } from '../parameters.ts'
import { farms } from './farms.ts'
import { search } from './search.ts'

const { sort, facets, said_since, page, per_page, snapshot, fields, format, now } = listParameters
const { lat, lng } = whereParameters

export const find = dataRoute({
  path: '/v1/find',
  operation: 'findFarms',
  tag: 'Farms',
  summary: 'Find farms by a sentence',
  details:
    'Reads products, practices, certifications, place types, payment, days, times, place and radius out of a text in English or Spanish, and answers as /v1/search, or as /v1/farms if the text names no place. `meta.understood` contains the parameters read from the text, `links.strict` their request. Words that could not be read match names, or are left out if this empties the list. Guesses are listed too.',
  query: z.strictObject({
    text: parameter.sentence.meta({
      description:
        'Question in everyday words. `lat` and `lng` are the center if it names no place',
      example: 'eggs open saturday near Albany',
    }),
    lat,
    lng,
    sort,
    facets,
    said_since,
    now,
    page,
    per_page,
    snapshot,
    fields,
    format,
  }),
  response: farmList,
  usesClock: asksOfNow,
  usesDay: true,
  answer(request, services) {
    const { text, lat, lng, now = request.now } = request.query
    const { snapshot, tier } = request
    const reading = readText(snapshot, text, now)
    const center = centerOf({ lat, lng }, snapshot)
    const understood = understand(reading, tier, center !== null)
    const listedBy = (read: Understood) => listOf(request, { ...read, reading, center })
    const asked = listedBy(understood)
    if (!hasDoubtfulWords(snapshot, reading)) return answerList(request, services, asked)
    const isFound = finder(asked, { snapshot, tier, now })
    return after(isEmptiedByWords(snapshot, asked.values, isFound), (isEmptied) => {
      const kept = isEmptied ? listedBy(withoutWords(understood, reading)) : asked
      return answerList(request, services, kept)
    })
  },
})

/** Looks for farms that meet some of the conditions of a list. */
function finder({ values: all, near }: ListRequest, request: FilterRequest) {
  const { q, ...others } = all
  const values = { all, others, words: { q } }
  return async (way: Way) => {
    const scope = way === 'words' ? {} : { near }
    return (await countFarms(request.snapshot, scope, conditions(values[way], request))) > 0
  }
}

type Read = Understood & { reading: Reading; center: Point | null }

/** The list that a text asks for. `center`: the coordinates of the request. */
function listOf(
  {
    query: { sort },
    snapshot,
  }: Pick<DataRequest<{ sort?: Sort | undefined }>, 'query' | 'snapshot'>,
  { query, leftOut, reading, center }: Read,
): ListRequest {
  const isNamed = query['near'] !== undefined
  const isAround = isNamed || center !== null
  const strict = isNamed ? query : { ...query, ...textsOf({ ...center }) }
  const schema = isAround ? search.query : farms.query
  const values = readQuery(schema, rawOf(strict)) as Partial<z.output<typeof search.query>>
  const place = isNamed && reading.parts.find(({ parameter }) => parameter === 'near')
  const middle = (place && place.location) || (isAround && requireCenter(values, snapshot))
  const usual = query['q'] === undefined ? '-quality_score' : 'relevance'
  const path = `/v1/${isAround ? 'search' : 'farms'}?${canonicalQuery(rawOf(strict))}`
  return {
    values,
    near: middle ? { ...middle, radius_mi: values.radius ?? parameter.usualRadius_mi } : undefined,
    ignored: isNamed ? ['lat', 'lng'] : [],
    sort: orderOf(sort, isAround ? 'distance' : usual, query),
    read: { ...readAs(reading, strict, leftOut), strict: path.slice(0, -1) },
  }
}

/** `relevance` orders only what words of the text find. */
const orderOf = (asked: Sort | undefined, usual: Sort, { q }: Texts): Sort =>
  asked === undefined || (asked === 'relevance' && q === undefined) ? usual : asked

type Texts = Record<string, string>

const rawOf = (texts: Texts): RawQuery =>
  new Map(Object.entries(texts).map(([name, value]) => [name, [value]]))

/** How a text was read, for `meta`. */
function readAs(
  { text, parts, unread, corrected: name }: Reading,
  understood: Texts,
  left_out: LeftOut[],
) {
  const told = ({ start, end, parameter, value, others }: Part) => {
    const words = { text: text.slice(start, end), parameter, value }
    return { words, others: { ...words, others } }
  }
  const corrected = [
    ...(name ? [{ ...name, parameter: 'q' }] : []),
    ...parts.flatMap((part) => (part.corrected ? told(part).words : [])),
  ]
  const ambiguous = parts.flatMap((part) => (part.others.length > 0 ? told(part).others : []))
  return {
    understood,
    unread,
    ...(corrected.length > 0 && { corrected }),
    ...(ambiguous.length > 0 && { ambiguous }),
    ...(left_out.length > 0 && { left_out }),
  }
}
