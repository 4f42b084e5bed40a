import type { Links } from './list_answer.ts'
import type { RawQuery } from './query_string.ts'

type Page = { page: number; per_page: number; has_more: boolean; snapshot: string }

/** Parameters that each link sets itself, and the one that no link may show. */
const replaced = new Set(['key', 'page', 'per_page'])

/**
 * Links of a page: relative paths that keep every parameter of the request but `key`. `next` names
 * the snapshot, so that the pages of one search stay of one snapshot.
 */
export function pageLinks(path: string, query: RawQuery, page: Page): Links {
  const { per_page, has_more, snapshot } = page
  let kept = ''
  for (const [name, values] of query)
    if (!replaced.has(name))
      for (const value of values)
        kept += `${encodeURIComponent(name)}=${encodeURIComponent(value)}&`
  const link = (number: number) => `${path}?${kept}page=${number}&per_page=${per_page}`
  const self = link(page.page)
  if (!has_more) return { self }
  return {
    self,
    next: link(page.page + 1) + (query.has('snapshot') ? '' : `&snapshot=${snapshot}`),
  }
}
