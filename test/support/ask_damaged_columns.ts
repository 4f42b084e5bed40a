import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { layout } from '../../data/schema/layout.ts'
import { columns, servingFile, type Group } from '../../data/schema/serving/columns.ts'
import type { ServingColumn } from '../../data/schema/serving/column_types.ts'
import { arrays } from '../../data/schema/serving/container.ts'
import { correctDigests } from './digests.ts'
import { publishAgain } from './publish_again.ts'
import { rewrittenColumns } from './rewritten_columns.ts'
import { publishedFarms } from './published_farms.ts'
import { startServer } from './running_server.ts'
import type { Lifetime } from './temporary_folder.ts'

/**
 * Publishes the snapshot of a build folder again and again, each time with other values in one of its
 * columns and right digests, and asks for everything. Prints how many of these snapshots were refused
 * and how many served, and each answer with a status of 500, as JSON. A program of its own, so that a
 * request that never ends can be ended with it.
 */
const [root, runs, seed] = process.argv.slice(2)
const cleanUps: (() => Promise<void>)[] = []
const life: Lifetime = { after: (cleanUp) => void cleanUps.push(cleanUp) }
const places = layout(root!)
const id = (await readFile(places.current, 'utf8')).trim()
const farms = await publishedFarms(places.snapshot(id))
const server = await startServer(life, root!)
const whole = await readFile(join(places.snapshot(id), servingFile))

const near = 'lat=44.411&lng=-72.14&radius=60'
const list = [
  `/v1/search?${near}&per_page=100`,
  `/v1/search?${near}&products=eggs&open_at=2026-06-06T15:00:00Z`,
  `/v1/search?${near}&q=farm`,
  '/v1/food?product=honey',
  '/v1/farms?open_at=2026-12-25T15:00:00Z&open_unknown=include&per_page=100',
  '/v1/farms?bbox=-73.5,42.7,-71.4,45.1&sort=name&format=geojson',
  '/v1/farms?sort=-quality_score&per_page=100&page=1',
  '/v1/farms?sort=-updated_at&format=csv',
  '/v1/farms?practices=organic&state=VT&format=ndjson',
  '/v1/farms?sort=changed_at&per_page=100',
  '/v1/farms?sort=-name&city=danville,%20vt&open_on=sat',
  '/v1/farms?facets=state,county,products,payment_methods&state=VT,NH',
  `/v1/search?${near}&sort=quality_score&facets=categories,place_type`,
  '/v1/search?near=05828',
  '/v1/suggest?q=st',
  '/v1/suggest?q=egs',
  '/v1/search?near=Danville,%20VT',
  '/v1/stats',
  '/v1/snapshots',
  `/v1/market/landscape?${near}`,
  '/v1/market/landscape?lat=43&lng=-72&radius=100',
  `/v1/market/prices?${near}&product=eggs`,
  `/v1/listings?${near}&product=eggs&max_price=9`,
  `/v1/listings?${near}&sort=-comparable_price&per_page=100`,
  '/v1/listings?state=VT&per_page=100',
  '/v1/listings?sort=price&min_price=1&format=csv',
  '/v1/market/prices?lat=43&lng=-72&radius=100&product=eggs&unit=dozen',
  `/v1/market/delivery?${near}`,
  ...farms
    .slice(0, 2)
    .flatMap(({ id }) => [
      `/v1/farms/${id}`,
      `/v1/farms/${id}?fields=id,name`,
      `/v1/farms/${id}/products`,
      `/v1/farms/${id}/hours`,
      `/v1/availability?farm_id=${id}&product=eggs`,
      `/v1/market/competitors?farm_id=${id}&radius=100`,
      `/v1/market/differentiators?farm_id=${id}&radius=100`,
    ]),
]

const value = fc.oneof(
  fc.constantFrom(0, 1, 2, 0xff, 0xffff, 2 ** 31, 2 ** 32 - 1, -1, NaN, Infinity, 1e300, 0.5),
  fc.nat(2 * farms.length),
)
const change = fc.record({
  /** Where in the column, by thousandths. */
  at: fc.nat(999),
  value,
})
const changes = fc.array(change, { minLength: 1, maxLength: 3 })
const allColumns = (Object.keys(columns) as Group[]).flatMap((group) =>
  Object.entries<ServingColumn>(columns[group]).map(([name, column]) => ({ group, name, column })),
)

/** The file with other values in a column: numbers, or bytes of a document. */
function damaged(
  { group, name, column: { type } }: (typeof allColumns)[number],
  made: { at: number; value: number }[],
): Buffer {
  return rewrittenColumns(whole, (column, bytes) => {
    if (column.name !== `${group}.${name}`) return bytes
    const values = new arrays[type === 'json' ? 'u8' : type](Uint8Array.from(bytes).buffer)
    for (const { at, value } of made) values[Math.floor((at * values.length) / 1000)] = value
    return Buffer.from(values.buffer)
  })
}

async function publish(content: Buffer, run: number): Promise<string> {
  const next = await publishAgain(root!, id, run.toString(16).padStart(8, '0'))
  await writeFile(join(places.snapshot(next), servingFile), content)
  await correctDigests(places.snapshot(next))
  await server.refresh()
  return next
}

const found = { refused: 0, served: 0, failures: [] as string[] }
const samples = fc.sample(changes, { numRuns: Number(runs), seed: Number(seed) })
for (const [run, made] of samples.entries()) {
  const place = allColumns[run % allColumns.length]!
  const next = await publish(damaged(place, made), run + 1)
  const ready = await fetch(`${server.url}/readyz`)
  if (((await ready.json()) as { snapshot: string }).snapshot !== next) {
    found.refused++
    continue
  }
  found.served++
  for (const path of list) {
    const answer = await fetch(server.url + path, { headers: { 'X-API-Key': server.keys.paid } })
    const text = await answer.text()
    if (answer.status === 500 || answer.status === 400)
      found.failures.push(`${place.group}.${place.name} ${JSON.stringify(made)} ${path}: ${text}`)
  }
}
for (const cleanUp of cleanUps) await cleanUp()
process.stdout.write(JSON.stringify(found))
if (found.failures.length > 0) process.stderr.write(server.log.text())
