import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { after, describe, it } from 'node:test'
import { layout } from '../../../../data/schema/layout.ts'
import { buildSnapshot } from '../../../support/built_snapshot.ts'
import { assertBadParameters } from '../../../support/problem_document.ts'
import { startServer } from '../../../support/running_server.ts'

const farm = (source_id: string, name: string, more: object = {}) => ({
  source_id,
  name,
  city: 'Danville',
  state: 'VT',
  lat: 44.41,
  lng: -72.14,
  products: ['eggs'],
  updated_at: '2026-05-01T00:00:00Z',
  ...more,
})
const { root } = await buildSnapshot(
  { after },
  {
    feed: [
      farm('1', 'Stone Creek Farm', { products: ['eggs', 'lettuce'] }),
      farm('2', 'Creekside Orchard', { lat: 44.5, products: ['apples'] }),
      farm('3', 'Étoile de Ferme', { lat: 44.6, city: 'Peacham', products: ['grass-fed beef'] }),
      farm('4', "Annie's Acres", { lat: 44.7, description: 'a zebra lives here' }),
    ],
    now: new Date('2026-06-01T00:00:00Z'),
  },
)
const server = await startServer({ after }, root)

type Suggestion = Record<'type' | 'name' | 'detail' | 'near' | 'product' | 'farm_id', string>
const suggest = async (query: string) => {
  const { status, body } = await server.ask<{ data: Suggestion[] }>(`/v1/suggest?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}
const named = async (query: string) => (await suggest(query)).map(({ name }) => name)

describe('GET /v1/suggest', () => {
  it('lists places before products whose Spanish or everyday name begins so', async () => {
    assert.equal((await named('q=bost'))[0], 'Boston, MA')
    assert.ok((await named('q=boston+let')).includes('lettuce'))
    const [first] = await suggest('q=alb')
    assert.equal(first!.type, 'place')
    assert.ok((await named('q=alb')).includes('basil'))
    assert.equal((await named('q=albahaca'))[0], 'basil')
  })

  it('says what each is, and what to send next', async () => {
    const [place] = await suggest('q=danv&types=place')
    assert.equal(place!.near, place!.name)
    const danville = (await suggest('q=danville+v&types=place')).find(({ near }) => near === 'Danville, VT') // prettier-ignore
    assert.deepEqual(danville, {
      type: 'place',
      name: 'Danville, VT',
      detail: 'city in Vermont',
      near: 'Danville, VT',
    })
    assert.deepEqual((await suggest('q=lettu&types=product')).slice(0, 1), [
      { type: 'product', name: 'lettuce', detail: '1 farm', product: 'lettuce' },
    ])
    const [stone] = await suggest('q=stone&types=farm')
    const { farm_id, ...others } = stone!
    assert.deepEqual(others, { type: 'farm', name: 'Stone Creek Farm', detail: 'Danville, VT' })
    assert.equal((await server.ask(`/v1/farms/${farm_id}`)).status, 200)
  })

  for (const [query, expected] of [
    ['q=albany, n&types=place', 'Albany, NY'],
    ['q=albany ny&types=place', 'Albany, NY'],
    ['q=st lou&types=place', 'St. Louis, MO'],
    ['q=saint pau&types=place', 'Saint Paul, MN'],
    ['q=st alb&types=place', 'Saint Albans, WV'],
    ['q=05828&types=place', 'Danville, VT 05828'],
    ['q=0582&types=place', 'Danville, VT 05828'],
    ['q=caledonia co&types=place', 'Caledonia County, VT'],
    ['q=chicgo&types=place', 'Chicago, IL'],
    ['q=milwakee&types=place', 'Milwaukee, WI'],
    ['q=philadelfia&types=place', 'Philadelphia, PA'],
    ['q=egs&types=product', 'eggs'],
    ['q=lettus&types=product', 'lettuce'],
    ['q=tomatos&types=product', 'tomatoes'],
    ['q=strawbery&types=product', 'strawberries'],
    ['q=beef&types=product', 'beef'],
    ['q=creek&types=farm', 'Stone Creek Farm'],
    ['q=farm creek&types=farm', 'Stone Creek Farm'],
    ['q=etoile&types=farm', 'Étoile de Ferme'],
    ["q=annie's ac&types=farm", "Annie's Acres"],
    ['q=annies&types=farm', "Annie's Acres"],
    ['q=stoen creek&types=farm', 'Stone Creek Farm'],
    ['q=orchrd&types=farm', 'Creekside Orchard'],
  ] as const)
    it(`completes ${query} to ${expected}`, async () => {
      assert.ok((await named(query)).includes(expected), String(await named(query)))
    })

  it('begins with what fits best: the whole, then a beginning, then a word, then a misspelling', async () => {
    for (const q of ['eggs', 'eg', 'egs', 'lettus']) assert.equal((await named(`q=${q}`))[0], q === 'lettus' ? 'lettuce' : 'eggs', q) // prettier-ignore
    assert.equal((await named('q=danville'))[0], 'Danville, CA')
    assert.deepEqual(await named('q=creek&types=farm'), ['Creekside Orchard', 'Stone Creek Farm'])
    const types = (await suggest('q=st&limit=9')).map(({ type }) => type)
    assert.deepEqual(new Set(types), new Set(['place', 'product', 'term', 'farm']))
    assert.equal((await named('q=new&types=place'))[0], 'New York, NY')
    assert.deepEqual(await named('q=new+york+c&types=place'), [
      'New York, NY',
      'New York County, NY',
    ])
    assert.equal((await named('q=cape+co&types=place'))[0], 'Barnstable County, MA')
    assert.equal((await named('q=san+f&types=place'))[0], 'San Francisco, CA')
    assert.equal((await named('q=san+fernando+v&types=place'))[0], 'Burbank, CA')
  })

  it('has a term or a nickname that is exact before all others, and none with a typing error', async () => {
    const term = { parameter: 'payment_methods', value: 'SNAP' }
    const snap = { type: 'term', name: 'SNAP', detail: 'payment method', ...term }
    assert.deepEqual(await suggest('q=EBT'), [snap])
    for (const [q, near] of [
      ['NYC', 'New York, NY'],
      ['12207-1234', 'Albany, NY 12207'],
      ['42.65,-73.75', '42.65,-73.75'],
      ['123 Main St, Albany, NY 12207', 'Albany, NY 12207'],
    ])
      assert.equal((await suggest(`q=${encodeURIComponent(q!)}`))[0]!.near, near, q)
    assert.equal((await suggest('q=huevos'))[0]!.product, 'eggs')
    assert.equal((await suggest('q=ribey'))[0]!.product, 'beef')
  })

  it('completes states, and names place types as sentences do', async () => {
    const state = {
      type: 'term',
      name: 'Vermont',
      detail: 'state',
      parameter: 'state',
      value: 'VT',
    }
    for (const q of ['vermont', 'vermo', 'VT'])
      assert.deepEqual((await suggest(`q=${q}`))[0], state, q)
    for (const q of ['or', 'in']) assert.ok(!(await suggest(`q=${q}`)).some(({ detail }) => detail === 'state'), q) // prettier-ignore
    const [stand] = await suggest('q=roads&types=term')
    assert.deepEqual(stand, { type: 'term', name: 'farm stand', detail: 'place type', parameter: 'place_type', value: 'on_farm_market' }) // prettier-ignore
    assert.equal((await suggest('q=market&types=term'))[0]!.name, 'market')
  })

  it('finds a farm by its name with other blanks', async () => {
    for (const q of ['stonecreekfarm', 'stonecreek', 'creek+side+orchard'])
      assert.equal((await named(`q=${q}&types=farm`)).length, 1, q)
  })

  it('finds a farm by its name with its town or state, and none by its town alone', async () => {
    for (const text of [
      'stone creek danv',
      'creek danville farm',
      'stone creek vt',
      'Stone vermont',
    ])
      assert.deepEqual(await named(`q=${text.replaceAll(' ', '+')}&types=farm`), [
        'Stone Creek Farm',
      ])
    for (const text of ['danville', 'danville vt', 'stone creek ny', 'stone creek peacham'])
      assert.deepEqual(await named(`q=${text.replaceAll(' ', '+')}&types=farm`), [], text)
  })

  it('keeps to the limit and the types, and has nothing for what nothing is called', async () => {
    for (const limit of [1, 2, 3, 7, 20])
      assert.ok((await suggest(`q=a&limit=${limit}`)).length <= limit)
    assert.equal((await suggest('q=a&limit=20')).length, 20)
    for (const type of ['place', 'product', 'term', 'farm'])
      assert.ok((await suggest(`q=a&types=${type}`)).every((each) => each.type === type))
    for (const q of ['xqzzyq', '%2C', '99999', '-', '%F0%9F%8D%8E'])
      assert.deepEqual(await suggest(`q=${q}`), [])
  })

  it('names no farm that was taken out since it was suggested', async (t) => {
    const { tombstones } = layout(root)
    const [{ farm_id }] = (await suggest('q=annie&types=farm')) as [Suggestion]
    const remove = async (listed: object[]) => {
      await writeFile(tombstones, JSON.stringify(listed))
      await server.refresh()
    }
    t.after(() => remove([]))
    const removal = { reason: 'asked to', at: '2026-06-02T00:00:00Z', expires: null, listings: [] }
    await remove([{ farm_id, ...removal }])
    assert.deepEqual(await suggest('q=annie&types=farm'), [])
    await remove([])
    assert.deepEqual(await named('q=annie&types=farm'), ["Annie's Acres"])
  })

  it('knows nothing of what is for paid keys', async () => {
    assert.deepEqual(await suggest('q=zebra&types=farm'), [])
  })

  it('reads its parameters strictly', async () => {
    assertBadParameters(await server.ask('/v1/suggest'), ['q'])
    assertBadParameters(await server.ask('/v1/suggest?q='), ['q'])
    assertBadParameters(await server.ask('/v1/suggest?q=a&types=places'), ['types'])
    assertBadParameters(await server.ask('/v1/suggest?q=a&limit=21'), ['limit'])
    assert.equal((await server.ask('/v1/suggest?q=a', { key: null })).status, 401)
  })
})
