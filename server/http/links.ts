import type { RawQuery } from './parameters/query_string.ts'

/** Relative paths of a page and of the next one. */
export type Links = { self: string; next?: string | undefined }

type Page = { page: number; per_page: number; has_more: boolean; snapshot?: string }

/** Parameters that each link sets itself. */
const ofPages = new Set(['page', 'per_page'])
const none: ReadonlySet<string> = new Set()

/**
 * Links of a page: relative paths that keep every parameter of the request but `key`. `next` names
 * the snapshot, where there is one to name, so that the pages of one search stay of one snapshot.
 */
export function pageLinks(path: string, query: RawQuery, page: Page): Links {
  const { per_page, has_more, snapshot } = page
  const kept = canonicalQuery(query, ofPages)
  const link = (number: number) => `${path}?${kept}page=${number}&per_page=${per_page}`
  const self = link(page.page)
  if (!has_more) return { self }
  return {
    self,
    next:
      link(page.page + 1) +
      (snapshot === undefined || query.has('snapshot') ? '' : `&snapshot=${snapshot}`),
  }
}

/**
 * The parameters of a request one way of writing them, `name=value&` each, without `key`, which
 * nothing may show, and those of `omitted`.
 */
export function canonicalQuery(query: RawQuery, omitted = none): string {
  let text = ''
  for (const [name, values] of query)
    if (name !== 'key' && !omitted.has(name))
      for (const value of values)
        text += `${encodeURIComponent(name)}=${encodeURIComponent(value)}&`
  return text
}
