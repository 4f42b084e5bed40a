import Validator from '@adobe/structured-data-validator'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Named = { '@id': string }
/** A class or property of the vocabulary, as far as the validator reads it. */
type Entry = Named & {
  '@type'?: string
  'rdfs:subClassOf': Named[]
  'schema:domainIncludes': Named[]
  'schema:rangeIncludes': Named[]
}

const [rdf, rdfs] = [
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  'http://www.w3.org/2000/01/rdf-schema#',
]
const vocabulary = readVocabulary()

/** schema.org's own vocabulary, which a package has as lines of four terms. */
function readVocabulary(): Map<string, Entry> {
  const file = fileURLToPath(import.meta.resolve('@vocabulary/schema')).replace(
    'index.js',
    'schema.nq',
  )
  const entries = new Map<string, Entry>()
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, subject, predicate, object] = /^<([^>]+)> <([^>]+)> <([^>]+)>/.exec(line) ?? []
    if (subject === undefined || object === undefined) continue
    const none = { 'rdfs:subClassOf': [], 'schema:domainIncludes': [], 'schema:rangeIncludes': [] }
    const entry = entries.get(subject) ?? { '@id': subject, ...none }
    entries.set(subject, entry)
    if (predicate === `${rdf}type`)
      entry['@type'] = object.replace(rdfs, 'rdfs:').replace(rdf, 'rdf:')
    if (predicate === `${rdfs}subClassOf`) entry['rdfs:subClassOf'].push({ '@id': object })
    for (const name of ['domainIncludes', 'rangeIncludes'] as const)
      if (predicate === `http://schema.org/${name}`) entry[`schema:${name}`].push({ '@id': object })
  }
  return entries
}

/**
 * What is wrong with JSON-LD of schema.org: types and properties that its vocabulary does not have,
 * what search engines require and is missing, and values of a type that a property does not take.
 */
export async function faultsOf(data: { '@type': string }): Promise<string[]> {
  const validator = new Validator({ '@graph': [...vocabulary.values()] })
  const extracted = { jsonld: { [data['@type']]: [data] }, microdata: {}, rdfa: {} }
  const issues = await validator.validate(extracted)
  return issues
    .filter(({ severity, errorType }) => severity === 'ERROR' || errorType === 'schemaOrg')
    .map(({ issueMessage }) => issueMessage)
    .concat(wrongValues(data))
}

function wrongValues(node: object): string[] {
  return Object.entries(node).flatMap(([name, given]) => {
    if (name.startsWith('@')) return []
    return [given].flat().flatMap((value: unknown) => {
      const below = typeof value === 'object' && value !== null ? wrongValues(value) : []
      return takes(name, value) ? below : [`${name} is ${JSON.stringify(value)}`, ...below]
    })
  })
}

/** Whether a value is of one of the types that a property takes, or of a kind of it. */
function takes(name: string, value: unknown): boolean {
  const range = vocabulary.get(`http://schema.org/${name}`)?.['schema:rangeIncludes'] ?? []
  const wanted = range.map((each) => each['@id'].replace('http://schema.org/', ''))
  if (typeof value === 'number') return wanted.includes('Number')
  if (typeof value === 'string')
    return wanted.some((type) => textForms[type]?.(value) ?? isMember(value, type))
  const type = (value as { '@type'?: string } | null)?.['@type']
  return type !== undefined && isKindOf(type, wanted)
}

/** The forms of texts that are of a type. */
const textForms: Record<string, (text: string) => boolean> = {
  Text: () => true,
  URL: (text) => URL.canParse(text),
  Date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  Time: (text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text),
}

/** Whether a text is the address of a member of an enumeration. */
const isMember = (text: string, type: string): boolean =>
  vocabulary.get(text.replace('https:', 'http:'))?.['@type'] === `http://schema.org/${type}`

const isKindOf = (type: string, wanted: readonly string[]): boolean =>
  wanted.includes(type) ||
  (vocabulary.get(`http://schema.org/${type}`)?.['rdfs:subClassOf'] ?? []).some((above) =>
    isKindOf(above['@id'].replace('http://schema.org/', ''), wanted),
  )
