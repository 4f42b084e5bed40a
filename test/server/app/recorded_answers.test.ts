import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { publishedFarms } from '../../support/published_farms.ts'
import { askRaw } from '../../support/raw_answer.ts'
import { startServer } from '../../support/running_server.ts'

/**
 * Status and header fields of requests of every kind, as they were recorded: whatever is made faster
 * or simpler on the way of a request, clients see none of it. After a change that is meant, record
 * them anew with RECORD=1, and read the difference.
 */
const recorded = join(import.meta.dirname, 'recorded_answers.json')

type Records = { heads: string[][]; answers: Record<string, number> }

const { root, folder, id } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root, { now: new Date('2026-06-15T12:00:00Z') })
const farm = (await publishedFarms(folder)).find(({ name }) => name === 'Open Book Farm')
const browserKey = (await server.newKey('free', ['https://farms.example'])).key

const at = 'lat=44.411&lng=-72.14'
const dataPaths = [
  `/v1/search?${at}&radius=50`,
  `/v1/search?${at}&radius=50&fields=id,name&page=2&per_page=1`,
  `/v1/search?${at}&radius=50&format=csv`,
  `/v1/search?near=Nowhere+at+all`,
  `/v1/food?product=eggs&state=VT`,
  '/v1/farms?facets=state',
  '/v1/farms?format=geojson',
  '/v1/farms?sate=VT',
  '/v1/farms?fields=phone',
  '/v1/farms/FARM',
  '/v1/farms/FARM/hours',
  '/v1/farms/FARM/history',
  '/v1/farms/00000000-0000-4000-8000-000000000000',
  '/v1/availability?farm_id=FARM&product=eggs',
  `/v1/listings?product=eggs&${at}`,
  '/v1/suggest?q=op',
  '/v1/stats',
  `/v1/market/landscape?${at}`,
  `/v1/market/prices?${at}&product=eggs`,
  '/v1/snapshots/latest',
  '/v1/snapshots/SNAPSHOT',
  '/v1/snapshots/latest/files/public/farms.parquet',
  '/v1/snapshots/SNAPSHOT/files/public/farms.parquet',
]
const otherPaths = ['/healthz', '/openapi.json', '/', '/v1/keys', '/v1/session', '/v1/nothing']

type Ask = { method: string; path: string; as: string; headers: Record<string, string> }

/** Everyone asks for everything, in every way. */
function* asks(): Generator<Ask> {
  for (const path of [...dataPaths, ...otherPaths]) {
    for (const as of ['free', 'paid', 'nobody', 'stranger'])
      yield { method: 'GET', path, as, headers: {} }
    for (const method of ['HEAD', 'OPTIONS', 'DELETE'])
      yield { method, path, as: 'free', headers: {} }
    const others: Record<string, string>[] = [
      { 'Accept-Encoding': 'br' },
      { 'Accept-Encoding': 'gzip', 'If-None-Match': 'the tag' },
      { 'If-None-Match': 'the tag' },
      { Accept: 'text/csv' },
      { Origin: 'https://farms.example' },
    ]
    for (const headers of others) yield { method: 'GET', path, as: 'paid', headers }
    for (const Origin of ['https://farms.example', 'https://other.example'])
      yield { method: 'GET', path, as: 'page', headers: { Origin } }
  }
}

const keys: Record<string, string | undefined> = {
  ...server.keys,
  page: browserKey,
  stranger: 'svc_live_00000000000000000000000000000000',
}

async function headOf({ method, path, as, headers }: Ask): Promise<string[]> {
  const target = path.replace('FARM', farm!.id).replace('SNAPSHOT', id)
  const key = keys[as]
  const sent = { ...headers, ...(key !== undefined && { 'X-API-Key': key }) }
  if ('If-None-Match' in sent) {
    const { 'If-None-Match': _, ...first } = sent
    sent['If-None-Match'] =
      (await askRaw(server.url, target, { headers: first })).headers.etag ?? '*'
  }
  const answer = await askRaw(server.url, target, { method, headers: sent })
  const fields = Object.entries(answer.headers).map(
    ([name, value]) => `${name}: ${masked(name, String(value))}`,
  )
  return [String(answer.status), ...fields.toSorted()]
}

/** What is of this run, and of this very snapshot, is not compared. */
function masked(name: string, value: string): string {
  if (['date', 'x-request-id', 'content-length', 'last-modified', 'retry-after'].includes(name))
    return '…'
  if (name.startsWith('x-ratelimit-re')) return '…'
  return value
    .replaceAll(/\d{8}T\d{6}Z-[0-9a-f]{8}/g, 'SNAPSHOT')
    .replaceAll(/"[\w-]{22}(-br|-gzip)?"/g, '"TAG$1"')
    .replaceAll(/"[0-9a-f]{64}"/g, '"SHA-256"')
    .replaceAll(/;[rt]=\d+/g, ';…')
    .replaceAll(farm!.id, 'FARM')
}

describe('answers to requests of every kind', () => {
  it('have the status and header fields that were recorded', async () => {
    const answers: [ask: string, head: string[]][] = []
    for (const ask of asks())
      answers.push([
        `${ask.method} ${ask.path} ${ask.as} ${JSON.stringify(ask.headers)}`,
        await headOf(ask),
      ])
    assert.ok(answers.length >= 300)
    if (process.env['RECORD']) record(answers)
    const { heads, answers: known } = JSON.parse(readFileSync(recorded, 'utf8')) as Records
    assert.deepEqual(
      Object.fromEntries(answers),
      Object.fromEntries(Object.entries(known).map(([ask, head]) => [ask, heads[head]])),
    )
  })
})

/** Many answers have the same head: each is written once. */
function record(answers: [string, string[]][]): void {
  const heads = [...new Set(answers.map(([, head]) => JSON.stringify(head)))]
  const places = answers.map(([ask, head]) => [ask, heads.indexOf(JSON.stringify(head))])
  const records = {
    heads: heads.map((head) => JSON.parse(head) as string[]),
    answers: Object.fromEntries(places) as Records['answers'],
  }
  writeFileSync(recorded, `${JSON.stringify(records, null, 2)}\n`)
}
