import type { RawQuery } from '../parameters/query_string.ts'

/** Relative paths of a page and the next page. */
export type Links = { self: string; next?: string | undefined; strict?: string | undefined }

type Page = { page: number; per_page: number; has_more: boolean; snapshot: string }

/** Parameters that each link sets itself. */
const ofPages = new Set(['page', 'per_page'])
const none: ReadonlySet<string> = new Set()

/**
 * Links of a page: relative paths with every parameter of the request except `key`; canonical queries
 * (canonical.ts) also omit stated defaults. `next` has the parameters of `ofNext`, and the snapshot if the
 * path lacks it, so that all pages of a search use one snapshot.
 */
export function pageLinks(path: string, query: RawQuery, page: Page, ofNext = query): Links {
  const { per_page, has_more, snapshot } = page
  const link = (kept: RawQuery, number: number) =>
    `${path}?${canonicalQuery(kept, ofPages)}page=${number}&per_page=${per_page}`
  const self = link(query, page.page)
  if (!has_more) return { self }
  const isNamed = query.has('snapshot') || path.includes(snapshot)
  return { self, next: link(ofNext, page.page + 1) + (isNamed ? '' : `&snapshot=${snapshot}`) }
}

/** Parameters in canonical form, `name=value&` each, never `key`, without the `omitted` ones. */
export function canonicalQuery(query: RawQuery, omitted = none): string {
  let text = ''
  for (const [name, values] of query)
    if (name !== 'key' && !omitted.has(name))
      for (const value of values) text += `${encoded(name)}=${encoded(value)}&`
  return text
}

/** Most names and values need no encoding, and a test is faster than encoding. */
const encoded = (text: string) => (plain.test(text) ? text : encodeURIComponent(text))
const plain = /^[\w.-]*$/
