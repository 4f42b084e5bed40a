import type { RawQuery } from '../parameters/query_string.ts'

/** Relative paths of a page and of the next one. */
export type Links = { self: string; next?: string | undefined }

type Page = { page: number; per_page: number; has_more: boolean; snapshot: string }

/** Parameters that each link sets itself. */
const ofPages = new Set(['page', 'per_page'])
const none: ReadonlySet<string> = new Set()

/**
 * Links of a page: relative paths that keep every parameter of the request but `key`, and but those that
 * say their default where the query is canonical (canonical.ts). `next` has those of `ofNext`, and names the snapshot where the path does not, so that the pages of one search
 * are of one snapshot.
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

/**
 * The parameters of a request one way of writing them, `name=value&` each, without `key`, which
 * nothing may show, and those of `omitted`.
 */
export function canonicalQuery(query: RawQuery, omitted = none): string {
  let text = ''
  for (const [name, values] of query)
    if (name !== 'key' && !omitted.has(name))
      for (const value of values) text += `${encoded(name)}=${encoded(value)}&`
  return text
}

/** Most names and values stay as they are, which is seen sooner than written anew. */
const encoded = (text: string) => (plain.test(text) ? text : encodeURIComponent(text))
const plain = /^[\w.-]*$/
