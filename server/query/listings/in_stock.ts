import { products } from '../../../data/vocabulary/vocabulary.ts'
import type { Condition } from '../../snapshot/sets/row_sets.ts'
import type { Snapshot } from '../../snapshot/open.ts'

/** The farm's own listings show one of some products, or a variety, in stock. */
export function inStock({ listings, farms }: Snapshot, names: readonly string[]): Condition {
  const keys = new Set(
    names.flatMap((name) => products.kindsOf(name)).map((kind) => products.keyOf(kind)),
  )
  const isMeant = ({ product, in_stock }: (typeof listings.kinds)[number]) =>
    in_stock === true && product !== null && keys.has(products.keyOf(product))
  return {
    key: `in stock ${JSON.stringify([...keys].sort())}`,
    rows: () => {
      const chosen = Uint8Array.from(listings.kinds, (kind) => (isMeant(kind) ? 1 : 0))
      return listings.rowsOf(listings.ofKinds(chosen), farms)
    },
  }
}
