import { literal } from '../../data/sql_literal.ts'
import { products } from '../../data/vocabulary/vocabulary.ts'

const pairs = products.entries.flatMap(({ name }) =>
  products.kindsOf(name).map((kind) => `(${literal(kind)}, ${literal(name)})`),
)

/** SQL: a row for each product of the vocabulary and each kind of it, itself among them. */
export const kindsOfProducts = `(values ${pairs.join()}) as kinds(kind, product)`

/** SQL: the list of a product's kinds, itself among them. */
export const kindsAsSql = (product: string): string =>
  `[${products.kindsOf(product).map(literal).join()}]`

/** Some products, and all that they are kinds of. */
export const offeredBy = (names: string[]): string[] =>
  products.entries.flatMap(({ name }) =>
    products.kindsOf(name).some((kind) => names.includes(kind)) ? [name] : [],
  )
