import type { z } from 'zod'
import { nearestOf } from '../../../data/vocabulary/edit_distance.ts'
import { badParameters, type ParameterError } from '../problem.ts'
import { memoizeWeakly } from '../../../data/memoize.ts'

/** A request's parameters, as in its query string. */
export type RawQuery = Map<string, string[]>

/** Splits a query string. Throws a 400 Problem for percent escapes that are not UTF-8. */
export function parseQueryString(queryString: string): RawQuery {
  const query: RawQuery = new Map()
  for (const pair of queryString.split('&')) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const name = decode(at === -1 ? pair : pair.slice(0, at), null)
    const value = at === -1 ? '' : decode(pair.slice(at + 1), name)
    const values = query.get(name)
    if (values) values.push(value)
    else query.set(name, [value])
  }
  return query
}

function decode(text: string, parameter: string | null): string {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw badParameters([
      { parameter: parameter ?? text, message: 'has a percent escape that is not UTF-8' },
    ])
  }
}

/** Reads a query strictly, each parameter once. Throws a 400 Problem that names the faulty ones. */
export function readQuery<Shape extends z.ZodObject>(
  schema: Shape,
  query: RawQuery,
): z.output<Shape> {
  const read = readGiven(schema, byOwnNames(schema, query)) ?? readWhole(schema, query)
  return read as z.output<Shape>
}

/** Renames parameters given by an alias to their own names. */
export function byOwnNames(schema: z.ZodObject, query: RawQuery): RawQuery {
  const { owns } = parametersOf(schema)
  if (!query.keys().some((name) => owns.has(name))) return query
  const renamed: RawQuery = new Map()
  for (const [name, values] of query) {
    const own = owns.get(name) ?? name
    renamed.set(own, [...(renamed.get(own) ?? []), ...values])
  }
  return renamed
}

/** Reads the given parameters alone, few of a list's; undefined if any value is wrong. */
function readGiven(schema: z.ZodObject, query: RawQuery): Record<string, unknown> | undefined {
  const values: Record<string, unknown> = {}
  let known = query.has('key') ? 1 : 0
  for (const { name, of, absent } of parametersOf(schema).each) {
    const given = query.get(name)
    const { success, data } = given ? of.safeParse(given[0]) : absent
    if (!success || (given && given.length > 1)) return undefined
    if (data !== undefined) values[name] = data
    if (given) known++
  }
  return known === query.size ? values : undefined
}

type Parameter = { name: string; of: z.ZodType; absent: z.ZodSafeParseResult<unknown> }

/** A schema's parameters, and the own name of each alias. */
type Parameters = { each: Parameter[]; owns: ReadonlyMap<string, string> }

/** The parameters of a schema, and their values when missing. */
const parametersOf = memoizeWeakly((schema: z.ZodObject): Parameters => {
  const each = Object.entries(schema.shape).map(([name, one]) => {
    const of = one as z.ZodType
    return { name, of, absent: of.safeParse(undefined) }
  })
  const owns = each.flatMap(({ name, of }) =>
    (of.meta()?.aliases ?? []).map((alias) => [alias, name] as const),
  )
  return { each, owns: new Map(owns) }
})

/** Maximum number of faults in an answer. Each fault repeats the list of allowed parameters. */
const mostErrors = 20

/** Reads all parameters together, to report faults under the names used in the request. */
function readWhole(schema: z.ZodObject, query: RawQuery): Record<string, unknown> {
  const { each, owns } = parametersOf(schema)
  const names = { own: each.map(({ name }) => name), owns }
  const values: Record<string, string> = {}
  const givenAs = new Map<string, string>()
  const errors = new Map<string, ParameterError>()
  const complain = (parameter: string, message: string) =>
    errors.set(parameter, { parameter, message })
  for (const [name, given] of query) {
    if (errors.size === mostErrors) throw badParameters([...errors.values()])
    if (name === 'key') continue
    const own = owns.get(name) ?? name
    const other = givenAs.get(own)
    if (!names.own.includes(own)) errors.set(name, unknownParameter(name, names))
    else if (given.length > 1)
      complain(name, 'is given more than once: give it once, the values of a list with commas')
    else if (other !== undefined)
      for (const one of [other, name]) complain(one, `is given under two names: give ${own} alone`)
    else values[own] = given[0]!
    givenAs.set(own, name)
  }
  const { data, error } = schema.safeParse(values)
  for (const issue of error?.issues ?? []) {
    const complaint = parameterError(issue, values)
    const parameter = givenAs.get(complaint.parameter) ?? complaint.parameter
    if (!errors.has(parameter)) errors.set(parameter, { ...complaint, parameter })
  }
  if (errors.size > 0) throw badParameters([...errors.values()])
  return data!
}

/** The names of our parameters in other services. */
const inOtherServices = {
  lat: 'latitude',
  lng: 'lon long longitude',
  near: 'location address place',
  open_at: 'open_now opennow',
  page: 'offset page_number',
  per_page: 'limit page_size pagesize max_results maxresults size',
  place_type: 'type',
  q: 'keyword search term',
  radius: 'distance',
  sort: 'order_by sort_by',
  text: 'q query',
  zip: 'zipcode zip_code postal_code',
  fields: 'select',
}
const foreign = new Map(
  Object.entries(inOtherServices).flatMap(([own, others]) =>
    others.split(' ').map((other) => [other, own] as const),
  ),
)

/** Parameters of a circle, which lists of all farms do not take. */
const ofCircles = new Set(['near', 'lat', 'lng', 'radius'])

type Names = { own: string[]; owns: ReadonlyMap<string, string> }

/** The likely meaning of an unknown parameter: another service's name in any case, or the nearest name. */
function meantBy(parameter: string, { own, owns }: Names): string | null {
  const lower = parameter.toLowerCase()
  const named = foreign.get(lower) ?? lower
  const all = [...own, ...owns.keys()]
  const meant = all.includes(named) ? named : nearestOf(lower, all)
  return meant === null ? null : (owns.get(meant) ?? meant)
}

/** Explains that no parameter has this name, and which one was probably meant. */
export function unknownParameter(parameter: string, names: Names): ParameterError {
  const suggestion = meantBy(parameter, names)
  const lower = parameter.toLowerCase()
  const named = foreign.get(lower) ?? lower
  const isOfCircle = ofCircles.has(named)
  const isIn = (own: string) => isOfCircle && names.own.includes(own)
  const allowed =
    names.own.length > 0 ? `allowed are ${names.own.join(', ')}` : 'none is allowed here'
  const inText = isIn('text') ? 'write it in `text`; ' : ''
  const elsewhere = isIn('bbox') ? `/v1/search takes \`${named}\`; ` : inText
  const hint = suggestion ? `did you mean \`${suggestion}\`? (${allowed})` : elsewhere + allowed
  const message = `unknown parameter \`${parameter}\`; ${hint}`
  return { parameter, message, ...(suggestion && { suggestion }) }
}

function parameterError(issue: z.core.$ZodIssue, values: Record<string, string>): ParameterError {
  const parameter = String(issue.path[0] ?? '')
  const missing = issue.code === 'invalid_type' && !(parameter in values)
  const suggestion = issue.code === 'custom' ? issue.params?.suggestion : undefined
  return {
    parameter,
    message: missing ? 'is required' : issue.message,
    ...(typeof suggestion === 'string' && { suggestion }),
  }
}
