import type { Source } from '../../../data/schema/tables/source.ts'
import { notStated } from '../../read/adapter.ts'

/** The license of the directory's own additions, whatever its sources' licenses. */
export const ownLicence = {
  id: 'CC-BY-4.0',
  name: 'Creative Commons Attribution 4.0 International',
  url: 'https://creativecommons.org/licenses/by/4.0/',
}

export type Terms = Pick<Source, 'source' | 'publisher' | 'licence' | 'attribution'>

/** Spellings of licenses in sources files, by SPDX identifier. */
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

/** Returns the SPDX identifier of a license; null = unknown text. */
export function spdxOf(licence: string): string | null {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s-]+/g, '-')
  return known.find((id) => plain(id) === plain(licence.trim())) ?? null
}

const isPublicDomain = (licence: string): boolean =>
  /^public domain\b/i.test(licence) || withoutTerms.has(spdxOf(licence) ?? '')

export const isUnknown = (text: string): boolean => text === notStated.licence

/** The source as a citation names it. */
export const titleOf = ({ source, attribution }: Terms): string =>
  isUnknown(attribution) ? source : attribution

/**
 * Returns the SPDX identifier of the license of a whole snapshot; null = its sources have others, or an
 * unknown one.
 */
export function licenceOf({ terms }: { terms: Terms[] }): string | null {
  const binding = terms.filter(({ licence }) => !isPublicDomain(licence))
  return binding.every(({ licence }) => spdxOf(licence) === ownLicence.id) ? ownLicence.id : null
}

/** Lists each source once per terms; `names` adds sources of which this build read no file. */
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
