import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Farm } from '../../../data/schema/tables/farm.ts'
import { products } from '../../../data/vocabulary/vocabulary.ts'
import { agentOf, type Agent, type Told } from '../../support/agent.ts'
import { directory, nearest, type Directory } from '../../support/brute_force.ts'
import { publishedFarms } from '../../support/published_farms.ts'
import { startServer, type TestServer } from '../../support/running_server.ts'
import { startSnapshot } from '../../support/start_snapshot.ts'

/**
 * Questions made of ten places, ten products and ten patterns. `place` and `product` are their meaning; a
 * farm is the nth by id. An agent without a key asks at most twice.
 */
type Task = { kind: string; question: string; place: string; product: string; nth?: number }
const tasks = readFileSync(join(import.meta.dirname, 'tasks.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Task)

type Call = [tool: string, asked: object]

/** The first call for a task: a tool by the kind of question, and the question as text where one is taken. */
function firstCall({ kind, question, place, product }: Task, farm: Farm | undefined): Call {
  if (kind === 'count') return ['describe_market', { near: place, product }]
  if (kind === 'price') return ['get_prices', { near: place, product }]
  if (farm) return ['get_farm', { name: farm.name, place: farm.state }]
  return ['find_farms', { text: question }]
}

/** The call that follows: a suggestion with the place that is meant, a hint, or the candidate that is meant. */
function secondCall(
  { place, question }: Task,
  told: Told,
  farm: Farm | undefined,
): Call | undefined {
  const suggestions = [...told.text.matchAll(/text: "([^"]+)"/g)].map(([, text]) => text!)
  const meant = suggestions.find((text) => text.endsWith(place))
  if (told.isError && meant !== undefined) return ['find_farms', { text: meant }]
  const [, word] = /^Searched for in names: (\w+)\.$/m.exec(told.text) ?? []
  const [, hinted] = /did you mean the product `([^`]+)`/.exec(told.text) ?? []
  if (word && hinted) return ['find_farms', { text: question.replace(word, hinted) }]
  const candidates = (told.data['candidates'] ?? []) as { id: string; where: string }[]
  const where = [farm?.city, farm?.state].filter(Boolean).join(', ')
  const found = candidates.find((each) => each.where === where)
  return found && ['get_farm', { farm_id: found.id }]
}

/** An answer's facts, and the same by brute force over the published farms. */
async function judge(
  { kind, place, product }: Task,
  { data }: Told,
  { all, server, farm }: { all: Directory; server: TestServer; farm: Farm | undefined },
): Promise<[told: unknown, expected: unknown]> {
  if (farm) {
    const { id, products } = (data['farm'] ?? {}) as { id?: string; products?: string[] }
    return [
      { id, products },
      { id: farm.id, products: farm.products?.slice(0, 10) ?? null },
    ]
  }
  const kinds = products.kindsOf(product)
  const sells = (each: Farm) => kinds.some((name) => each.products?.includes(name))
  if (kind === 'state')
    return [data['total'], all.farms.filter((each) => each.state === place && sells(each)).length]
  type Located = { meta: { location: { lat: number; lng: number } } }
  const near = `/v1/search?near=${encodeURIComponent(place)}&per_page=1`
  const { location } = (await server.ask<Located>(near)).body.meta
  const isOfType = (each: Farm) => kind !== 'type' || each.place_type === 'farmers_market'
  const radius = kind === 'radius' ? 50 : 25
  const meant = nearest(all, location, radius, (each) => isOfType(each) && sells(each))
  if (kind === 'count') {
    const { farms, known } = data['product'] as { farms: number; known: number }
    const ofKnown = nearest(all, location, radius, (each) => each.products !== null)
    return [
      { farms, known },
      { farms: meant.length, known: ofKnown.length },
    ]
  }
  if (kind === 'price')
    return [
      [data['farms_with_product'], data['prices']],
      [meant.length, []],
    ]
  const shown = (data['farms'] as { id: string }[] | undefined)?.map(({ id }) => id)
  const first = meant.slice(0, 8).map(({ id }) => id)
  return [
    { total: data['total'], shown },
    { total: meant.length, shown: first },
  ]
}

/** Does a task as a program: at most two calls. Returns what was wrong, or nothing. */
async function miss(task: Task, agent: Agent, all: Directory, server: TestServer) {
  const farm = task.nth === undefined ? undefined : all.farms[task.nth]
  let told = await agent.call(...firstCall(task, farm))
  const next = secondCall(task, told, farm)
  if (next) told = await agent.call(...next)
  const [said, expected] = await judge(task, told, { all, server, farm })
  const isRight = JSON.stringify(said) === JSON.stringify(expected)
  return isRight ? [] : [`${task.kind}: ${task.question}: ${told.text.slice(0, 200)}`]
}

describe('a hundred scripted tasks', () => {
  it('are answered right by two calls at most', async (t) => {
    assert.equal(tasks.length, 100)
    const { root, folder } = await startSnapshot(t)
    const server = await startServer(t, root)
    const agent = await agentOf(t, server.url, {})
    const farms = (await publishedFarms(folder)).toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const all = directory(farms, [])
    const misses: string[] = []
    for (const task of tasks) misses.push(...(await miss(task, agent, all, server)))
    t.diagnostic(`${100 - misses.length} of 100; ${misses.join(' | ')}`)
    assert.deepEqual(misses, [])
  })
})
