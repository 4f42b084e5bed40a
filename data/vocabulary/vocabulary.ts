import { z } from 'zod'
import certificationEntries from './certifications.json' with { type: 'json' }
import deliveryOptionEntries from './delivery_options.json' with { type: 'json' }
import { nearestOf } from './edit_distance.ts'
import {
  entry,
  productEntry,
  unitEntry,
  type Entry,
  type Measure,
  type ProductEntry,
  type UnitEntry,
} from './entry.ts'
import paymentMethodEntries from './payment_methods.json' with { type: 'json' }
import practiceEntries from './practices.json' with { type: 'json' }
import productEntries from './products.json' with { type: 'json' }
import { termKey } from './term_key.ts'
import spanishNames from './spanish.json' with { type: 'json' }
import unitEntries from './units.json' with { type: 'json' }

/** Maximum number of cached spellings: far more than the sources have. */
const cacheSize = 20_000
/** Longer text is a sentence rather than a term, and not cached. */
const longestCached = 200

/** The meaning of a text: an entry, or null, and the key of the entry's name, or of the text. */
type Found<E> = { entry: E | null; key: string }

/**
 * A controlled list of terms, each found by its name or any alias, in any spelling. Requests find them by
 * Spanish names, too; texts of sources do not, since a café is not coffee.
 */
export class Vocabulary<E extends Entry = Entry> {
  readonly entries: readonly E[]
  readonly #byKey = new Map<string, E>()
  readonly #bySpanishKey = new Map<string, E>()
  /** For each broader term, the names directly below it. */
  readonly #narrower = new Map<string, string[]>()
  readonly #found = new Map<string, Found<E>>()

  /**
   * Throws if two entries share a name or alias; if a broader term is not in the list; or if it is below
   * itself. `title` names the list in errors.
   */
  constructor(title: string, entries: readonly E[]) {
    this.entries = entries
    for (const each of entries) {
      for (const term of [each.name, ...each.aliases]) this.#add(title, term, each)
    }
    for (const each of entries) {
      for (const term of each.spanish ?? []) this.#addSpanish(title, term, each)
      for (const name of each.broader ?? []) this.#link(title, name, each)
    }
    for (const { name } of entries) this.#requireNoCycle(title, name)
  }

  /** The entry with this name or alias, or null. Case, accents, blanks and plural don't matter. */
  stated(text: string): E | null {
    return this.#look(text).entry
  }

  /** The same, also by its Spanish names. */
  find(text: string): E | null {
    const { entry, key } = this.#look(text)
    return entry ?? this.#bySpanishKey.get(key) ?? null
  }

  /** The published name of a term, or an unknown text itself. */
  nameOf(text: string): string {
    return this.find(text)?.name ?? text
  }

  /** The key of the term with this name or alias, or of an unknown text itself. */
  keyOf(text: string): string {
    return this.#look(text).key
  }

  /** The names of a term and all its varieties, each once: beef, grass-fed beef. An unknown text itself. */
  kindsOf(text: string): string[] {
    const kinds = new Set([this.nameOf(text)])
    for (const name of kinds)
      for (const narrower of this.#narrower.get(name) ?? []) kinds.add(narrower)
    return [...kinds]
  }

  /** The name to suggest for an unknown text; null if none is close. */
  nearest(text: string): string | null {
    const key = nearestOf(termKey(text), this.#byKey.keys())
    return key === null ? null : this.#byKey.get(key)!.name
  }

  /**
   * Reads the terms of one source row. `names` has each term once, by its published name. `unknown` has
   * unknown terms verbatim (blanks trimmed and collapsed, the first of several spellings). Both are in code
   * unit order. Empty terms are omitted.
   */
  terms(rawTerms: readonly string[]): { names: string[]; unknown: string[] } {
    const names = new Set<string>()
    const unknown = new Map<string, string>()
    for (const raw of rawTerms) {
      const { entry, key } = this.#look(raw)
      if (entry) names.add(entry.name)
      else if (key && !unknown.has(key)) unknown.set(key, raw.trim().replace(/\s+/g, ' '))
    }
    return { names: [...names].sort(), unknown: [...unknown.values()].sort() }
  }

  #add(title: string, term: string, entry: E) {
    const key = termKey(term)
    if (!/[\p{L}\p{N}]/u.test(key))
      throw new Error(`${title}: \`${term}\` of \`${entry.name}\` has no letter or digit`)
    const other = this.#byKey.get(key)
    if (other && other !== entry) {
      throw new Error(`${title}: \`${term}\` means both \`${other.name}\` and \`${entry.name}\``)
    }
    this.#byKey.set(key, entry)
  }

  #addSpanish(title: string, term: string, entry: E) {
    const key = termKey(term)
    const other = this.#byKey.get(key) ?? this.#bySpanishKey.get(key)
    if (other && other !== entry)
      throw new Error(`${title}: \`${term}\` means both \`${other.name}\` and \`${entry.name}\``)
    this.#bySpanishKey.set(key, entry)
  }

  #link(title: string, broader: string, { name }: E) {
    if (!this.entries.some((each) => each.name === broader))
      throw new Error(
        `${title}: \`${name}\` names \`${broader}\` as broader, which is not a name of the list`,
      )
    this.#narrower.set(broader, [...(this.#narrower.get(broader) ?? []), name])
  }

  #requireNoCycle(title: string, name: string) {
    const kinds = new Set((this.#narrower.get(name) ?? []).flatMap((each) => this.kindsOf(each)))
    if (kinds.has(name)) throw new Error(`${title}: \`${name}\` is a kind of itself`)
  }

  #look(text: string): Found<E> {
    const known = this.#found.get(text)
    if (known) return known
    const key = termKey(text)
    const entry = this.#byKey.get(key) ?? null
    const found = { entry, key: entry ? termKey(entry.name) : key }
    if (text.length > longestCached) return found
    if (this.#found.size >= cacheSize) this.#found.clear()
    this.#found.set(text, found)
    return found
  }
}

/** All texts that find a term. */
export const namesOf = ({ name, aliases, spanish = [] }: Entry): string[] => [
  name,
  ...aliases,
  ...spanish,
]

const spanish: Readonly<Record<string, Readonly<Record<string, string[]>>>> = spanishNames

/** Throws if the Spanish names name a term that the list lacks. */
function read<E extends Entry>(title: string, schema: z.ZodType<E>, json: { name: string }[]) {
  const names = spanish[title] ?? {}
  const lacking = Object.keys(names).find((name) => !json.some((each) => each.name === name))
  if (lacking !== undefined) throw new Error(`spanish.json: ${title} lack \`${lacking}\``)
  const entries = json.map((each) => ({ ...each, spanish: names[each.name] ?? [] }))
  return new Vocabulary(title, z.array(schema).parse(entries))
}

export const products: Vocabulary<ProductEntry> = read('products', productEntry, productEntries)
export const certifications = read('certifications', entry, certificationEntries)
export const practices = read('practices', entry, practiceEntries)
export const deliveryOptions = read('delivery options', entry, deliveryOptionEntries)
export const paymentMethods = read('payment methods', entry, paymentMethodEntries)
export const units: Vocabulary<UnitEntry> = read('units', unitEntry, unitEntries)

const byColumn = new Map<string, Vocabulary>([
  ['products', products],
  ['certifications', certifications],
  ['practices', practices],
  ['delivery_options', deliveryOptions],
  ['payment_methods', paymentMethods],
])

/** The vocabulary of a column of terms; undefined for other columns. */
export const vocabularyOf = (column: string): Vocabulary | undefined => byColumn.get(column)

export const categoryNames: ReadonlySet<string> = new Set(
  products.entries.map(({ category }) => category),
)

/** The categories of these products, each once, in code unit order. Unknown products have none. */
export const categoriesOf = (productNames: readonly string[]): string[] =>
  [...new Set(productNames.flatMap((name) => products.find(name)?.category ?? []))].sort()

/**
 * Digits of a comparable price: enough for a price per gram, too few for rounding noise. Large prices keep
 * all digits down to the cent.
 */
const comparableDigits = 6
/** Number of digits that a double always holds. */
const mostDigits = 15
const digitsToTheCent = (price: number) => Math.floor(Math.log10(price)) + 3

/**
 * Converts a price for one `unit` of a product to a price for the product's measure. Returns null if the
 * unit is unknown or does not convert to the measure, or if the price is not a positive number.
 */
export function comparablePrice(
  price: number,
  unit: string,
  measure: Measure,
): { price: number; unit: Measure } | null {
  const { converts_to, factor } = units.find(unit) ?? {}
  if (converts_to !== measure || !factor || !(price > 0 && Number.isFinite(price))) return null
  const exact = price / factor
  const digits = Math.min(Math.max(comparableDigits, digitsToTheCent(exact)), mostDigits)
  return { price: Number(exact.toPrecision(digits)), unit: measure }
}
