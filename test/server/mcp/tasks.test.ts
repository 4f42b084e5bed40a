import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Farm } from '../../../data/schema/tables/farm.ts'
import { products } from '../../../data/vocabulary/vocabulary.ts'
import { agentOf, type Told } from '../../support/agent.ts'
import { directory, nearest } from '../../support/brute_force.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { publishedFarms, publishedListings } from '../../support/published_farms.ts'
import { startServer } from '../../support/running_server.ts'

const { root, folder, id: snapshot } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root, { now: new Date('2026-06-01T12:00:00Z') })
const farms = await publishedFarms(folder)
const all = directory(farms, await publishedListings(folder))
const agentWith = (key: string) => agentOf({ after }, server.url, { 'X-API-Key': key })
const agents = {
  free: await agentWith(server.keys.free),
  paid: await agentWith(server.keys.paid),
}

type Call = [tool: string, asked: object]
/** What a person wants, the calls that an agent makes for it, and what the last answer says. */
type Task = {
  wants: string
  key?: 'free' | 'paid'
  calls: [Call] | [Call, Call]
  says: (string | RegExp)[]
  /** The farms that are to be found: all of them, the nearest first where `inOrder`. */
  finds?: Farm[]
  inOrder?: boolean
  /** Whether the last call is refused, with a way on. */
  refused?: true
}

const danville = { lat: 44.4332, lng: -72.1133 }
const around = (radius: number, keep: (farm: Farm) => boolean = () => true) =>
  nearest(all, danville, radius, keep)
const sells = (product: string) => (farm: Farm) =>
  products.kindsOf(product).some((kind) => farm.products?.includes(kind))
const eggs = sells('eggs')
const honey = sells('honey')
const inState = (state: string) => farms.filter((farm) => farm.state === state)
const isOpenOn = (day: string) => (farm: Farm) =>
  farm.hours_json?.seasons.some(({ weekly }) => weekly?.[day as 'sat']?.length) ?? false
const openBook = farms.find(({ name }) => name === 'Open Book Farm')!
const near = 'Danville, VT'
const find = (asked: object): [Call] => [['find_farms', asked]]
const aroundSaid = (radius: number) => `within ${radius} miles of Danville, VT`

const places: Task[] = [
  {
    wants: 'eggs near Danville, VT',
    calls: find({ near, products: 'eggs' }),
    says: [aroundSaid(25), 'More: call again with page 2'],
    finds: around(25, eggs),
    inOrder: true,
  },
  {
    wants: 'eggs within ten miles',
    calls: find({ near, products: 'eggs', radius: 10, limit: 20 }),
    says: [aroundSaid(10)],
    finds: around(10, eggs),
    inOrder: true,
  },
  {
    wants: 'eggs and honey in one place',
    calls: find({ near, products: 'eggs,honey', limit: 20 }),
    says: ['eggs, honey'],
    finds: around(25, (farm) => eggs(farm) && honey(farm)),
    inOrder: true,
  },
  {
    wants: 'eggs or honey',
    calls: find({ near, products: 'eggs,honey', any_product: true, limit: 20 }),
    says: [],
    finds: around(25, (farm) => eggs(farm) || honey(farm)),
    inOrder: true,
  },
  {
    wants: 'the second page of farms nearby',
    calls: [
      ['find_farms', { near, limit: 20 }],
      ['find_farms', { near, limit: 20, page: 2 }],
    ],
    says: ['21. '],
  },
  {
    wants: 'CSAs around Danville',
    calls: find({ near, place_type: 'csa', limit: 20 }),
    says: ['(csa)'],
    finds: around(25, ({ place_type }) => place_type === 'csa'),
    inOrder: true,
  },
  {
    wants: 'farmers markets or food hubs around Danville',
    calls: find({ near, place_type: 'farmers_market,food_hub', limit: 20 }),
    says: [],
    finds: around(25, ({ place_type }) => ['farmers_market', 'food_hub'].includes(place_type)),
    inOrder: true,
  },
  {
    wants: 'anything near a ZIP code',
    calls: find({ near: '05828' }),
    says: ['05828', 'farms found'],
  },
  {
    wants: 'farms around a county',
    calls: find({ near: 'Caledonia County, VT', radius: 40 }),
    says: ['within 40 miles of Caledonia County, VT'],
  },
  {
    wants: 'farms in Colorado',
    calls: find({ state: 'Colorado' }),
    says: ['Heart Emoji', 'sells: unknown', 'products are known for 1'],
    finds: inState('CO'),
  },
  {
    wants: 'farms in Alaska or Hawaii',
    calls: find({ state: 'AK,HI', limit: 20 }),
    says: ['Big Island Ranch'],
    finds: [...inState('AK'), ...inState('HI')],
  },
  {
    wants: 'ranches in Hawaii',
    calls: find({ state: 'HI', place_type: 'ranch' }),
    says: ['Big Island Ranch'],
    finds: inState('HI'),
  },
  {
    wants: 'cabbage on Guam',
    calls: find({ state: 'Guam', products: 'cabbage' }),
    says: ['Guam Growers'],
    finds: inState('GU'),
  },
  {
    wants: 'a farm in Puerto Rico',
    calls: find({ near: 'San Germán, PR', radius: 50 }),
    says: ['Finca Ñandú'],
  },
  {
    wants: 'apples near Cañon City, without the accent',
    calls: find({ near: 'Canon City, CO', products: 'apples' }),
    says: ['1 farm found', 'Ünïcode'],
  },
  {
    wants: 'farms with Town Square in their name',
    calls: find({ q: 'town square' }),
    says: ['Town Square Stand 1', 'Town Square Stand 4'],
    finds: farms.filter(({ name }) => name.startsWith('Town Square')),
  },
  {
    wants: 'who sells goat cheese in Maine',
    calls: find({ state: 'ME', products: 'goat cheese' }),
    says: ['0 farms found', 'Unknown is not "no"'],
    finds: [],
  },
  {
    wants: 'who sells milk in Vermont',
    calls: find({ state: 'VT', products: 'milk' }),
    says: ['Known By Its ZIP'],
    finds: inState('VT').filter(sells('milk')),
  },
  {
    wants: 'tomatoes by another word',
    calls: find({ near, products: 'tomato', limit: 20 }),
    says: ['tomatoes'],
    finds: around(25, sells('tomatoes')),
    inOrder: true,
  },
  {
    wants: 'farms around Boston, where there are none',
    calls: find({ near: 'Boston, MA' }),
    says: ['0 farms found', 'no farm within 100 miles of this place'],
  },
]

const amiss: Task[] = [
  {
    wants: 'eggs near a misspelt town',
    calls: [
      ['find_farms', { near: 'Danvile, VT', products: 'eggs' }],
      ['find_farms', { near, products: 'eggs' }],
    ],
    says: [aroundSaid(25)],
    finds: around(25, eggs),
  },
  {
    wants: 'to be told of a misspelt town',
    calls: find({ near: 'Danvile, VT' }),
    says: ['no place is called', 'Try near: "Danville, VT"'],
    refused: true,
  },
  {
    wants: 'farms near one of many Springfields',
    calls: find({ near: 'Springfield' }),
    says: ['several places', 'Springfield, MA', 'Springfield, IL'],
    refused: true,
  },
  {
    wants: 'farms near the Springfield of Vermont',
    calls: [
      ['find_farms', { near: 'Springfield' }],
      ['find_farms', { near: 'Springfield, VT', radius: 100 }],
    ],
    says: ['within 100 miles of Springfield, VT'],
  },
  {
    wants: 'farms near nowhere',
    calls: find({ near: 'Xyzzyplugh, QQ' }),
    says: ['no place is called'],
    refused: true,
  },
  {
    wants: 'a misspelt product',
    calls: [
      ['find_farms', { near, products: 'egs' }],
      ['find_farms', { near, products: 'eggs' }],
    ],
    says: ['eggs'],
    finds: around(25, eggs),
  },
  {
    wants: 'to be told of a misspelt product',
    calls: find({ near, products: 'egs' }),
    says: ['0 farms found', 'did you mean `eggs`'],
  },
  {
    wants: 'a product that no vocabulary knows',
    calls: find({ near, products: 'zzgrommet' }),
    says: ['0 farms found'],
    finds: [],
  },
  {
    wants: 'a misspelt state',
    calls: find({ state: 'Vermontt' }),
    says: ['Try state: "Vermont"'],
    refused: true,
  },
  {
    wants: 'a kind of place that there is not',
    calls: find({ near, place_type: 'farmmarket' }),
    says: ['farmers_market'],
    refused: true,
  },
  {
    wants: 'a day that there is not',
    calls: find({ near, open_on: 'saturdy' }),
    says: ['Try open_on: "saturday"'],
    refused: true,
  },
  {
    wants: 'a radius of a thousand miles',
    calls: find({ near, radius: 1000 }),
    says: ['radius'],
    refused: true,
  },
  {
    wants: 'a parameter that there is not',
    calls: find({ near, colour: 'red' }),
    says: ['colour'],
    refused: true,
  },
  {
    wants: 'a farm by nonsense',
    calls: [['get_farm', { name: 'zzzzqq' }]],
    says: ['No farm is called'],
  },
  {
    wants: 'a farm by an id that is none',
    calls: [['get_farm', { farm_id: '00000000-0000-4000-8000-000000000000' }]],
    says: ['00000000'],
    refused: true,
  },
  {
    wants: 'a farm by nothing',
    calls: [['get_farm', {}]],
    says: ['Give farm_id or name'],
    refused: true,
  },
  {
    wants: 'prices in a misspelt unit',
    calls: [['get_prices', { near, product: 'eggs', unit: 'dozn' }]],
    says: ['Try unit: "dozen"'],
    refused: true,
  },
  {
    wants: 'changes since before anything is known',
    calls: [
      ['list_changes', { since: '2020-01-01', state: 'VT' }],
      ['list_changes', { since: snapshot, state: 'VT' }],
    ],
    says: ['0 farms changed in VT'],
  },
  {
    wants: 'to be told from when changes are known',
    calls: [['list_changes', { since: '2020-01-01' }]],
    says: [snapshot],
    refused: true,
  },
]

const opening: Task[] = [
  {
    wants: 'eggs on a Saturday near Danville, VT',
    calls: find({ near, products: 'eggs', open_on: 'sat', limit: 20 }),
    says: ['sat 09:00-13:00', 'hours are unknown are not included'],
  },
  {
    wants: 'farms nearby that are open on Sundays',
    calls: find({ near, open_on: 'sun', limit: 20 }),
    says: ['include_unknown_hours'],
  },
  {
    wants: 'eggs on a Saturday, with those whose hours are unknown',
    calls: find({ near, products: 'eggs', open_on: 'sat', include_unknown_hours: true }),
    says: ['hours: unknown'],
  },
  {
    wants: 'a market in the night of Saturday',
    calls: find({ near, radius: 50, open_on: 'sat', open_between: '21:00-23:00' }),
    says: ['Night Market', '20:00-02:00'],
  },
  {
    wants: 'eggs on a Saturday with a free key',
    key: 'free',
    calls: [
      ['find_farms', { near, products: 'eggs', open_on: 'sat' }],
      ['find_farms', { near, products: 'eggs' }],
    ],
    says: ['shown to paid keys only'],
    finds: around(25, eggs),
  },
  {
    wants: 'to be told that open_on is for paid keys',
    key: 'free',
    calls: find({ near, open_on: 'sat' }),
    says: ['paid', 'Call again without it'],
    refused: true,
  },
  {
    wants: 'where SNAP is taken',
    calls: find({ near, payment_methods: 'EBT', limit: 20 }),
    says: [],
    finds: around(25, ({ payment_methods }) => payment_methods?.includes('SNAP') ?? false),
    inOrder: true,
  },
  {
    wants: 'organic growers',
    calls: find({ near, certifications: 'USDA organic', limit: 20 }),
    says: [],
    finds: around(25, ({ certifications }) => certifications?.includes('USDA organic') ?? false),
    inOrder: true,
  },
  {
    wants: 'pasture-raised',
    calls: find({ near, practices: 'pasture raised' }),
    says: ['Open Book Farm'],
    finds: around(25, ({ practices }) => practices?.includes('pasture raised') ?? false),
  },
]

const about: Task[] = [
  {
    wants: 'the phone number of Open Book Farm',
    calls: [['get_farm', { name: 'open book farm' }]],
    says: [`phone: "${openBook.phone}"`, '"Pastured eggs": $6.53 per dozen, not in stock'],
  },
  {
    wants: 'what is known of a farm found before',
    calls: [
      ['find_farms', { q: 'open book' }],
      ['get_farm', { farm_id: openBook.id }],
    ],
    says: ['county Caledonia', '"raw honey": $11.87 per lb, stock unknown', 'price unknown'],
  },
  {
    wants: 'a farm by the beginning of its name',
    calls: [['get_farm', { name: 'Known By' }]],
    says: ['Known By Its ZIP', /Unknown .*phone/],
  },
  {
    wants: 'a farm by a misspelt name',
    calls: [['get_farm', { name: 'Opan Book Farm' }]],
    says: ['Open Book Farm'],
  },
  {
    wants: 'which of several stands',
    calls: [['get_farm', { name: 'Town Square' }]],
    says: ['4 farms may be', 'Town Square Stand 3'],
  },
  {
    wants: 'a farm of which little is known',
    calls: [['get_farm', { name: 'Bare Minimum' }]],
    says: ['which is not "no"', /Unknown .*sells, .*hours/],
  },
  {
    wants: 'a farm with a free key',
    key: 'free',
    calls: [['get_farm', { name: 'Open Book Farm' }]],
    says: [/sells: eggs.* \(stated \d{4}-\d\d-\d\d\)\n/, 'shown to paid keys only'],
  },
  {
    wants: 'the price of eggs near Danville',
    calls: [['get_prices', { near, product: 'eggs' }]],
    says: [`${around(25, eggs).length} farms known to offer it`, '$5.00 to $7.21'],
  },
  {
    wants: 'the price of honey near Danville',
    calls: [['get_prices', { near, product: 'honey' }]],
    says: ['$11.87', '(1 price)'],
  },
  {
    wants: 'the price of honey of one farm with a free key',
    key: 'free',
    calls: [['get_prices', { near: 'Danville, VT', product: 'strawberries', radius: 1 }]],
    says: ['strawberries within 1 mile of Danville, VT'],
  },
  {
    wants: 'the price of a misspelt product',
    calls: [
      ['get_prices', { near, product: 'egs' }],
      ['get_prices', { near, product: 'eggs' }],
    ],
    says: ['median'],
  },
  {
    wants: 'the market around Danville',
    calls: [['describe_market', { near }]],
    says: [
      `${around(25).length} farms within 25 miles`,
      'Most offered',
      'Practices',
      'Delivery (known for',
    ],
  },
  {
    wants: 'how many sell eggs there',
    calls: [['describe_market', { near, product: 'eggs' }]],
    says: [`eggs: offered by ${around(25, eggs).length} farms`],
  },
  {
    wants: 'the market where there is none',
    calls: [['describe_market', { near: 'Boston, MA' }]],
    says: ['0 farms within 25 miles of Boston, MA'],
  },
  {
    wants: 'what chèvre is called here',
    calls: [['look_up_terms', { text: 'chevre' }]],
    says: ['goat cheese (products)', 'a variety of cheese'],
  },
  {
    wants: 'which eggs there are, without veggies',
    calls: [['look_up_terms', { text: 'egg' }]],
    says: ['"egg" may be:\n- eggs (products)', '- duck eggs (products)'],
  },
  {
    wants: 'what EBT is called here',
    calls: [['look_up_terms', { text: 'EBT' }]],
    says: ['"EBT" may be:\n- SNAP (payment_methods)'],
  },
  {
    wants: 'which Danvilles there are',
    calls: [['look_up_terms', { text: 'danvile' }]],
    says: ['place Danville, CA'],
  },
  {
    wants: 'a term that there is not',
    calls: [['look_up_terms', { text: 'qqxxqqxx' }]],
    says: ['Nothing here is called'],
  },
]

const tasks = [...places, ...amiss, ...opening, ...about]
const idsIn = (text: string) => [...text.matchAll(/; id ([0-9a-f-]{36})/g)].map(([, id]) => id!)

describe('an agent', () => {
  for (const { wants, key = 'paid', calls, says, finds, inOrder, refused } of tasks)
    it(`that wants ${wants} has it in ${calls.length === 1 ? 'a call' : 'two calls'}`, async () => {
      let told: Told = { text: '', isError: false, data: {} }
      for (const [tool, asked] of calls) told = await agents[key].call(tool, asked)
      const { text, isError } = told
      assert.equal(isError, refused === true, text)
      if (!isError) assert.ok(text.includes(snapshot), text)
      for (const said of says)
        assert.ok(
          typeof said === 'string' ? text.includes(said) : said.test(text),
          `${said}\n${text}`,
        )
      if (!finds) return
      assert.match(text, new RegExp(`^${finds.length} farms? found`), text)
      const shown = idsIn(text)
      const expected = finds.map(({ id }) => id)
      if (inOrder) assert.deepEqual(shown, expected.slice(0, shown.length))
      else assert.ok(shown.every((id) => expected.includes(id)))
    })

  it('has sixty tasks or more', () => assert.ok(tasks.length >= 60, String(tasks.length)))

  it('finds on a Saturday just those farms whose hours say so', async () => {
    const asked = { near, products: 'eggs', open_on: 'sat', limit: 20 }
    const { text } = await agents.paid.call('find_farms', asked)
    const expected = around(25, (farm) => eggs(farm) && isOpenOn('sat')(farm))
    const recent = expected.filter(({ hours_confirmed_at: at }) => at && at >= '2023-06-06')
    assert.ok(recent.length > 5)
    assert.deepEqual(
      idsIn(text),
      recent.map(({ id }) => id),
    )
  })
})
