import { oneOf } from '../../http/parameters/parameters.ts'
import { Problem } from '../../http/problem.ts'
import type { Http } from '../route.ts'

/** The formats of lists: what each is sent as, and the media types that ask for it in Accept. */
export const formats = {
  json: { type: 'application/json; charset=utf-8', accept: ['application/json'] },
  geojson: { type: 'application/geo+json', accept: ['application/geo+json'] },
  csv: { type: 'text/csv; charset=utf-8; header=present', accept: ['text/csv'] },
  ndjson: {
    type: 'application/x-ndjson',
    accept: ['application/x-ndjson', 'application/ndjson', 'application/jsonl'],
  },
} as const
export type Format = keyof typeof formats

/** Parameters that a media type of Accept may have: those of the Content-Type of answers. */
const described = '; charset=utf-8; header=present'

const names = Object.keys(formats) as Format[]

/** The parameter that asks for a format, whatever Accept says. */
export const format = oneOf('format', names).optional().meta({
  description:
    'Format of the answer; overrides the `Accept` header. Default: the format in `Accept`, else json',
  example: 'geojson',
})

/**
 * Returns the format that `format` names, else the Accept header's first choice. Throws a 406 Problem if the
 * header accepts none of the endpoint's formats.
 */
export function formatOf(http: Http, asked: unknown, offered: readonly Format[]): Format {
  if (asked !== undefined) return asked as Format
  const accepted = acceptedFormat(http, offered)
  if (accepted) return accepted
  throw notAcceptable(http.req.headers.accept!, typesOf(offered))
}

/** The format that the Accept header asks for; undefined = none that is offered. */
export function acceptedFormat(http: Http, offered: readonly Format[]): Format | undefined {
  const accept = http.req.headers.accept
  if (accept === undefined || accept === '' || accept === '*/*') return 'json'
  const best = http.accepts(typesOf(offered).flatMap((type) => [type, type + described]))
  if (best === false) return undefined
  const type = best.replace(described, '')
  return offered.find((name) => (formats[name].accept as readonly string[]).includes(type))
}

const typesOf = (offered: readonly Format[]) =>
  offered.flatMap((name) => formats[name].accept as readonly string[])

/** The formats that an endpoint has: all of them where it takes the parameter. */
export const formatsOf = (parameters: object): readonly Format[] =>
  'format' in parameters ? names : ['json']

/** Formats of rows alone have no room for `meta` and `links`. */
export const hasMeta = (format: Format): boolean => format === 'json' || format === 'geojson'

/** The fields of an answer: its type and, for programs other than browsers, its name as a file. */
export function contentOf(name: Format, path: string, snapshot: string, page: unknown) {
  const content = { 'Content-Type': formats[name].type }
  if (name === 'json') return content
  const stem = [path.slice(path.lastIndexOf('/') + 1), snapshot, page].filter(Boolean).join('-')
  return { ...content, 'Content-Disposition': `attachment; filename="${stem}.${name}"` }
}

const notAcceptable = (accept: string, types: string[]) =>
  new Problem(
    'not-acceptable',
    `answers here are ${types.join(', ')}; the request accepts only ${accept}`,
  )
