import { termKey } from '../../../../data/vocabulary/term_key.ts'
import { practices } from '../../../../data/vocabulary/vocabulary.ts'
import { parseInstant } from '../../instant.ts'

/** The directories, by the type of their places. */
export const directories = [
  'farmers_market',
  'csa',
  'on_farm_market',
  'food_hub',
  'agritourism',
] as const
export type Directory = (typeof directories)[number]

/**
 * When the portal opened. Listings not saved since were carried over from the older directories, and
 * some lists were carried over wrongly. Measured on the 714 listings that are, with the same name and
 * state, in the CSA export of 2024-04 and in the CSA directory of 2017: organic "No" became
 * "Organic (USDA Certified)" on 470 of 470, "pasture-raised" and "humane treatment" changed places
 * (245 of 246 and 172 of 173), each way of delivery became another (452 of 453, 523 of 525, …), and so
 * did the single fruits, vegetables and meats but a few. Right are payment (613 of 614), SNAP (147 of
 * 149), months, the other practices (357 of 361) and the broad products.
 *
 * Rows of 2020 to February 2022 bear the same marks: 80 % of them "sell artichokes" (10 % do, and 80 %
 * sell the eggplants of the next line), and all are organic; from March 2022 on 20 % and 15 %. Of the
 * farmers markets that USDA's own list flags as not organic 175 of 183 are organic in the portal.
 */
const opened = '2022-03-01'

/**
 * Of the details most were carried over rightly, by 677 such pairs: supplying farms (650 of 653),
 * shares (593 of 602), box choice; and on-farm facilities (667 of 672 pairs of those directories). But
 * a sole size of share is the other one: full became half on 148 of 148, half became full on 6 of 6.
 * Of food hubs there is no older file; rows from before the opening call products "non-local" five
 * times as often as "both local and non-local" (403 to 82), later ones a third as often (8 to 25), so
 * of old ones only "local" is believed.
 */
const shareSizes = new Set(['Full shares', 'Half shares'].map(termKey))

/** Until then some listings were saved again with the organic mark that they had been given. */
const lookedThrough = '2023-01-01'

/** Whether a listing was carried over; one without a date may have been. */
export const carriedOver = (updated_at: string | null) => isBefore(updated_at, opened)

function isBefore(updated_at: string | null, date: string): boolean {
  const instant = parseInstant(updated_at)
  return instant === null || instant < date
}

/** Labels of single products that were carried over rightly, 20 or more of each (98 to 100 %). */
const proven = new Set(
  "Apples;Alfalfa sprouts;Mache/lamb's lettuce;Chicken;Turkey;Beef/veal (cold cuts)"
    .split(';')
    .map(termKey),
)

/** The label; what operators wrote themselves (`Certified Organic`) was carried over as it was. */
const isOrganic = (term: string) => termKey(term) === termKey('Organic (USDA Certified)')
const swapped = new Set(['pasture raised', 'humane treatment'].map((term) => practices.keyOf(term)))

export type Distrust = ReturnType<typeof distrusts>

/** What to believe of a listing: each function leaves out what can't be, and notes it in `corrections`. */
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
