import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import Koa from 'koa'
import { knownCount } from '../../../data/schema/serving/column_checks.ts'
import { readColumns } from '../../support/serving_files.ts'
import type { Engine, Farms, Found } from './engine.ts'
import { kdTree } from './kd_tree.ts'
import { postGis } from './postgis.ts'
import { sqlite } from './sqlite.ts'

/**
 * A peer, a program: another way to answer searches of 25 miles behind Koa, with neither key nor limit.
 * It reads its Task on standard input, makes its index, and prints its address.
 */
const engines = { kdTree, sqlite, postGis } satisfies Record<string, Engine>

export type Task = { engine: keyof typeof engines; folder: string; place: string }

await serve((await json(process.stdin)) as Task)

async function serve({ engine, folder, place }: Task): Promise<void> {
  const nearest = await engines[engine](await farmsOf(folder), place)
  const app = new Koa()
  app.use(async (context) => {
    const [lat, lng] = ['lat', 'lng'].map((name) => Number(context.query[name]))
    context.type = 'json'
    context.body = bodyOf(await nearest({ lat: lat!, lng: lng! }))
  })
  const handle = app.callback()
  const server = createServer((request, response) => void handle(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
}

/** The body of an answer: farms as the server has them, and how many. */
function bodyOf(found: Found[]): string {
  const farms = found.map(
    ({ card, distance_mi }) => `${card.slice(0, -1)},"distance_mi":${distance_mi.toFixed(2)}}`,
  )
  return `{"data":[${farms.join()}],"meta":{"count":${found.length},"page":1,"per_page":20,"radius_mi":25}}`
}

async function farmsOf(folder: string): Promise<Farms> {
  const { lat, lng } = await readColumns(folder, 'farms')
  const { lines, starts } = await readColumns(folder, 'freeCards')
  const bytes = Buffer.from(lines.buffer)
  const card = (row: number) => bytes.toString('utf8', starts[row], starts[row + 1]! - 1)
  return { lat, lng, located: knownCount(lat), card }
}
