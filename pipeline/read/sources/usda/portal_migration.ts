import { termKey } from '../../../../data/vocabulary/term_key.ts'
import { practices } from '../../../../data/vocabulary/vocabulary.ts'
import { parseInstant } from '../../instant.ts'
import { joinLists } from '../../values.ts'
import { cardsWithheld } from './directory.ts'

/** The directories, by place type. */
export const directories = [
  'farmers_market',
  'csa',
  'on_farm_market',
  'food_hub',
  'agritourism',
] as const
export type Directory = (typeof directories)[number]

/**
 * Opening of the portal. Listings not saved since then were migrated from the older directories, some lists
 * wrongly. Measured on 714 listings with the same name and state in the CSA export of 2024-04 and the CSA
 * directory of 2017:
 *
 * - Organic "No" became "Organic (USDA Certified)" on 470 of 470.
 * - "Pasture-raised" and "humane treatment" were swapped (245 of 246 and 172 of 173).
 * - Each way of delivery became a different one (452 of 453, 523 of 525, …).
 * - So did all but a few of the single fruits, vegetables and meats.
 * - Payment (613 of 614), SNAP (147 of 149) and months are right.
 * - So are the other practices (357 of 361) and the broad products.
 *
 * Rows of 2020 to February 2022 show the same faults: 80 % "sell artichokes", and all are organic. In truth
 * 10 % sell artichokes; 80 % sell the eggplants of the next line. From March 2022 on, 20 % sell artichokes
 * and 15 % are organic. USDA's own list flags 183 farmers markets as not organic; 175 are organic in the
 * portal. All 904 migrated farmers markets have credit cards, and no other method: USDA's list has them on
 * every listing. Its flag `WICcash` became "WIC Farmers Market" (209 of 210).
 */
const opened = '2022-03-01'

/**
 * Most details were migrated correctly, measured on 677 such pairs: supplying farms (650 of 653), shares (593
 * of 602), box choice. On-farm facilities match on 667 of 672 pairs of those directories. But a single share
 * size was swapped: full became half on 148 of 148, half became full on 6 of 6. Food hubs have no older file.
 * Their rows from before the opening have products "non-local" five times as often as "both local and
 * non-local" (403 to 82). Later rows have them a third as often (8 to 25), so of older values only "local" is
 * used.
 */
const shareSizes = new Set(['Full shares', 'Half shares'].map(termKey))

/** Until this date some listings were saved again with the marks that the migration gave them. */
const lookedThrough = '2023-01-01'

/** True if a listing was migrated; without a date, it may have been. */
export const carriedOver = (updated_at: string | null) => isBefore(updated_at, opened)

function isBefore(updated_at: string | null, date: string): boolean {
  const instant = parseInstant(updated_at)
  return instant === null || instant < date
}

/** Labels of single products that were migrated correctly, with 20 or more cases each (98 to 100 %). */
const proven = new Set(
  "Apples;Alfalfa sprouts;Mache/lamb's lettuce;Chicken;Turkey;Beef/veal (cold cuts)"
    .split(';')
    .map(termKey),
)

/** The label only; texts of operators (`Certified Organic`) were migrated unchanged. */
const isOrganic = (term: string) => termKey(term) === termKey('Organic (USDA Certified)')
const isCard = (term: string) => termKey(term) === termKey('Debit card/Credit card')
const isRenamed = (term: string) => termKey(term) === termKey('WIC Farmers Market')
const swapped = new Set(['pasture raised', 'humane treatment'].map((term) => practices.keyOf(term)))

export type Distrust = ReturnType<typeof distrusts>

/** Filters for a listing's values: each function drops or renames wrong ones and records that in `corrections`. */
export function distrusts(
  directory: Directory,
  updated_at: string | null,
  corrections: Set<string>,
) {
  const carried = carriedOver(updated_at)
  const keep = (terms: string[], what: string, isRight: (term: string) => boolean) => {
    const kept = terms.filter(isRight)
    if (kept.length < terms.length) corrections.add(`${what} withheld: scrambled by the portal`)
    return kept
  }
  const trustsMark = (terms: string[]) =>
    !carried && !(isMarkAlone(directory, terms) && isBefore(updated_at, lookedThrough))
  return {
    claims: (terms: string[]): string[] => {
      const known = trustsMark(terms) ? terms : keep(terms, 'organic', (term) => !isOrganic(term))
      const isUnmoved = (term: string) => !swapped.has(practices.keyOf(term))
      return carried ? keep(known, 'pasture-raised and humane treatment', isUnmoved) : known
    },
    /** `others` are methods of other questions. A migrated market without any has `N` in the older list. */
    payment: (terms: string[], others: string[] | null): string[] | null => {
      const known = joinLists(terms, others)
      if (directory !== 'farmers_market' || trustsMark(terms) || !terms.some(isCard)) return known
      corrections.add(cardsWithheld)
      const rest = joinLists(
        terms.filter((term) => !isCard(term)),
        others,
      )
      return carried ? (rest ?? []) : rest
    },
    programs: (terms: string[] | null): string[] | null => {
      if (!carried || directory !== 'farmers_market' || !terms?.some(isRenamed)) return terms
      corrections.add('WIC cash put back: renamed by the portal')
      return terms.map((term) => (isRenamed(term) ? 'WICcash' : term))
    },
    delivery: (terms: string[] | null): string[] | null => {
      if (!carried || terms === null) return terms
      keep(terms, 'delivery options', () => false)
      return null
    },
    shareSizes: (sizes: string[] | null): string[] | null => {
      const sole = (sizes ?? []).filter((size) => shareSizes.has(termKey(size))).length === 1
      if (!carried || sizes === null || !sole) return sizes
      const kept = keep(sizes, 'share sizes', (size) => !shareSizes.has(termKey(size)))
      return kept.length > 0 ? kept : null
    },
    locality: (where: string | null): string | null =>
      carried && where !== null && where !== 'local'
        ? (keep([where], 'locality', () => false)[0] ?? null)
        : where,
    produce: (terms: string[]): string[] => {
      const isProven = (term: string) => proven.has(termKey(term))
      return carried ? keep(terms, 'fine-grained produce', isProven) : terms
    },
  }
}

const isMarkAlone = (directory: Directory, terms: string[]) =>
  (directory === 'farmers_market' || directory === 'on_farm_market') && terms.length === 1
