import { products } from '../../../data/vocabulary/vocabulary.ts'
import type { Database } from '../../database/database.ts'
import { valuesTable } from '../../database/values_table.ts'

type Named = { product: string; product_id: number }

/** Makes `market.spelled_products`: every spelling of a product, and its one name. */
export async function nameProducts(database: Database): Promise<void> {
  const spellings = await database.rows<{ spelling: string }>(`
    select name as spelling from market.attribute_codes where facet = 'products'
    union
    select coalesce(product, name) from published.product_listings where price is not null
    order by spelling`)
  const byKey = new Map<string, Named>()
  const rows = spellings.map(({ spelling }) => ({ spelling, ...nameOf(spelling, byKey) }))
  await valuesTable(database, 'market.spelled_products', types, rows)
}

const types = { spelling: 'VARCHAR', product: 'VARCHAR', product_id: 'UINTEGER' }

/** The name of a product: the vocabulary's, else how it is spelled first. */
function nameOf(spelling: string, byKey: Map<string, Named>): Named {
  const key = products.keyOf(spelling)
  const found = byKey.get(key)
  if (found) return found
  const named = { product: products.find(spelling)?.name ?? spelling, product_id: byKey.size }
  byKey.set(key, named)
  return named
}
