import type { Source } from '../../../data/schema/tables/source.ts'
import { notStated } from '../../read/adapter.ts'

/** What the directory itself adds is under this licence, whatever those of its sources are. */
export const ownLicence = {
  id: 'CC-BY-4.0',
  name: 'Creative Commons Attribution 4.0 International',
  url: 'https://creativecommons.org/licenses/by/4.0/',
}

export type Terms = Pick<Source, 'source' | 'publisher' | 'licence' | 'attribution'>

/** Licences by the identifier of the SPDX list, as sources files write them. */
const known = [
  'CC0-1.0',
  'CC-BY-4.0',
  'CC-BY-SA-4.0',
  'ODbL-1.0',
  'ODC-By-1.0',
  'PDDL-1.0',
  'CDLA-Permissive-2.0',
]
const withoutTerms = new Set(['CC0-1.0', 'PDDL-1.0'])

/** The SPDX identifier of a licence; null = none is known for this wording. */
export function spdxOf(licence: string): string | null {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s-]+/g, '-')
  return known.find((id) => plain(id) === plain(licence.trim())) ?? null
}

const isPublicDomain = (licence: string): boolean =>
  /^public domain\b/i.test(licence) || withoutTerms.has(spdxOf(licence) ?? '')

export const isUnknown = (text: string): boolean => text === notStated.licence

/**
 * The one licence that holds for a snapshot as a whole, by its SPDX identifier; null = its sources
 * have others, or one that is unknown or has no identifier.
 */
export function licenceOf({ terms }: { terms: Terms[] }): string | null {
  const binding = terms.filter(({ licence }) => !isPublicDomain(licence))
  return binding.every(({ licence }) => spdxOf(licence) === ownLicence.id) ? ownLicence.id : null
}

/** Each source once for each of its terms; `names` adds those of which no file was read this time. */
export function termsOf(sources: Source[], names: string[]): Terms[] {
  const read = sources.map(({ source, publisher, licence, attribution }) => ({
    source,
    publisher,
    licence,
    attribution,
  }))
  const former = names
    .filter((name) => !read.some(({ source }) => source === name))
    .map((source) => ({ source, ...notStated }))
  return [...new Map([...read, ...former].map((each) => [JSON.stringify(each), each])).values()]
}
