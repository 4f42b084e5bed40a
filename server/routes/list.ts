import { z } from 'zod'
import { pageLinks } from '../http/links.ts'
import { listBody, type Meta } from '../http/list_answer.ts'
import * as parameter from '../http/parameters.ts'
import { conditions, type FilterValues } from '../query/conditions.ts'
import { select, type Circle } from '../query/select.ts'
import type { SortOrder } from '../snapshot/open.ts'
import type { DataAnswer, DataRequest } from './route.ts'

/** Parameters of every list. */
export const listParameters = {
  page: parameter.page,
  per_page: parameter.perPage,
  snapshot: parameter.snapshot,
}

export const productsMatch = parameter.oneOf(['all', 'any']).default('all')

export const noParams = z.object({})

type Page = { page: number; per_page: number }

/** Answers a list endpoint. `ignored`: parameters that do not apply to this request. */
export async function answerList(
  { tier, snapshot, path, rawQuery, query }: DataRequest<Page, unknown>,
  order: { near: Circle } | { sort: SortOrder },
  values: FilterValues,
  match: 'all' | 'any' = 'all',
  ignored: string[] = [],
): Promise<DataAnswer> {
  const { page, per_page } = query
  const wanted = conditions(values, match, tier, snapshot.terms)
  const selected = await select(snapshot, { ...wanted, ...order, page, per_page })
  const { rows, total, coverage } = selected
  const given = ignored.filter((name) => rawQuery.has(name))
  const meta: Meta = {
    count: rows.length,
    total,
    page,
    per_page,
    has_more: page * per_page < total,
    snapshot: snapshot.id,
    ...(coverage && { coverage }),
    ...(given.length > 0 && { ignored: given }),
  }
  const links = pageLinks(path, rawQuery, meta)
  return { body: listBody(snapshot, selected, tier, meta, links), next: links.next }
}
