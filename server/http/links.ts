import type { Links } from './list_answer.ts'
import type { RawQuery } from './query_string.ts'

/**
 * Links of a page: relative paths that keep every parameter of the request but `key`. `next` names
 * the snapshot, so that the pages of one search stay of one snapshot.
 */
export function pageLinks(
  path: string,
  query: RawQuery,
  {
    page,
    per_page,
    has_more,
    snapshot,
  }: { page: number; per_page: number; has_more: boolean; snapshot: string },
): Links {
  const kept = new URLSearchParams()
  for (const [name, values] of query)
    if (name !== 'key') for (const value of values) kept.append(name, value)
  kept.set('per_page', String(per_page))
  const link = (number: number) => {
    kept.set('page', String(number))
    return `${path}?${kept.toString()}`
  }
  const self = link(page)
  if (!has_more) return { self }
  kept.set('snapshot', snapshot)
  return { self, next: link(page + 1) }
}
