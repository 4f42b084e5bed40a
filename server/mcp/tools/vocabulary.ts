import { z } from 'zod'
import { termKey } from '../../../data/vocabulary/term_key.ts'
import { wordsOf } from '../../../data/vocabulary/words.ts'
import { targetOf, type BodyOf } from '../../ask/ask.ts'
import { suggest, vocabulary as terms } from '../../routes/lookup.ts'
import { names } from '../text.ts'
import { tool } from '../tool.ts'

type Term = BodyOf<typeof terms>['data'][number]

export const vocabulary = tool({
  name: 'look_up_terms',
  title: 'Names of products, terms and places',
  description:
    'Names of a product, certification, practice, payment method or place in this directory, also for misspelled or other names; with the broader term and the number of farms.',
  input: z.strictObject({
    text: z.string().min(1).max(100).describe('A word, such as "chevre", "eggz" or "danvile"'),
  }),
  output: z.strictObject({
    terms: z.array(
      z.strictObject({
        name: z.string(),
        field: z.string().describe('products, practices, …, or place'),
        farms: z.number().optional().describe('Farms known to have it'),
        broader: z.array(z.string()).optional(),
        aliases: z.array(z.string()).optional(),
        detail: z.string().optional().describe('Of a place'),
      }),
    ),
  }),
  async answer({ text }, { ask }) {
    const { data, meta } = await ask(terms, {})
    const query = { q: text, types: 'product,place', limit: 10 }
    const suggested = (await ask(suggest, query)).data
    const products = suggested.filter(({ type }) => type === 'product').map(({ name }) => name)
    const meant = data.filter((term) => isMeant(term, text, products)).sort(byFit(text))
    const places = suggested.filter(({ type }) => type === 'place')
    const shown = meant.slice(0, 25)
    const placeLines = places.map(({ name, detail }) => `- place ${name}: ${detail}`)
    const items = [...shown.map(termLine), ...placeLines]
    const { snapshot } = meta
    return {
      head: [items.length === 0 ? `Nothing here is called "${text}".` : `"${text}" may be:`],
      items,
      tail: [
        'Coverage: farms counted are those known to have it; for others it is unknown, or they do not.',
      ],
      data: {
        terms: [
          ...shown.map(entryOf),
          ...places.map(({ name, detail }) => ({ name, field: 'place', detail })),
        ],
      },
      list: 'terms',
      snapshot,
      sources: [targetOf(terms, { snapshot }), targetOf(suggest, { ...query, snapshot })],
    }
  },
})

const entryOf = ({ name, field, farms, broader, aliases }: Term) => ({
  name,
  field,
  ...(farms !== undefined && { farms }),
  broader,
  aliases: aliases.slice(0, 6),
})

/** Whether a term is called so, in whole or in part, or is a kind of that, or is suggested for it. */
function isMeant(
  { field, name, aliases, spanish, broader }: Term,
  text: string,
  products: string[],
): boolean {
  if (field === 'products' && products.includes(name)) return true
  const wanted = spaced(text)
  if (wanted === ' ') return false
  return [name, ...aliases, ...spanish, ...broader].some((each) => spaced(each).includes(wanted))
}

/** The words of a text, a blank before each: `egg` begins a word of `duck eggs`, but none of `veggies`. */
const spaced = (text: string): string => ` ${wordsOf(text).join(' ')}`

/** Compares terms: those called exactly so first, then by number of farms. */
const byFit = (text: string) => (a: Term, b: Term) =>
  Number(isCalled(b, text)) - Number(isCalled(a, text)) || (b.farms ?? 0) - (a.farms ?? 0)

const isCalled = ({ name, aliases, spanish }: Term, text: string) =>
  [name, ...aliases, ...spanish].some((each) => termKey(each) === termKey(text))

function termLine({ field, name, aliases, broader, measure, farms }: Term): string {
  return [
    `- ${name} (${field})`,
    farms === undefined ? '' : `; farms known: ${farms}`,
    broader.length > 0 ? `; a variety of ${names(broader, 3)}` : '',
    aliases.length > 0 ? `; also called ${names(aliases, 6)}` : '',
    measure === null ? '' : `; priced per ${measure}`,
  ].join('')
}
