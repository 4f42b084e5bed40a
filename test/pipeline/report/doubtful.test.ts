import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'csv-parse/sync'
import { doubtfulFile, doubtfulList } from '../../../data/schema/doubtful_list.ts'
import { layout } from '../../../data/schema/layout.ts'
import {
  doubtfulCsv,
  doubtfulPairs,
  readFilledIn,
  type Judged,
} from '../../../pipeline/report/doubtful.ts'
import { keptReport } from '../../../pipeline/report/report.ts'
import { runHere } from '../../support/command_here.ts'
import { nights, type Feed, type Night } from '../../support/nights.ts'
import { temporaryFolder, type Lifetime } from '../../support/temporary_folder.ts'

const place = { city: 'Testville', state: 'VT', zip: '05828', lat: 44.411, lng: -72.14 }
const creek = { source_id: '=1', name: 'Stone Creek Orchard', ...place }
const cider = { source_id: '2', name: 'Stone Creek Cider', ...place, lat: 44.415 }
const far = { source_id: '3', name: 'Quarry Lane Farm', state: 'CA', zip: '95616' }
const feeds = (...second: Feed['lines']): Feed[] => [
  { name: 'one list', lines: [creek, far] },
  { name: 'another list', lines: second },
]
const farms = (night: Night) => [night.farmOf('=1', 'one list'), night.farmOf('2', 'another list')]
const doubtful = async (root: string, { id, folder }: Night) =>
  doubtfulPairs(folder, (await keptReport(layout(root).report(id)))?.decided)

/** What `npm run farms -- decide` records of these. */
const linesOf = (judged: Judged[]) =>
  judged.map(({ a, b, same }) => ({ decision: same ? 'merge' : 'split', listing: a, others: [b] }))

/** The list of the live snapshot with that word in its column `decision`. */
async function decided(life: Lifetime, csv: string, decision: string): Promise<string> {
  const path = join(await temporaryFolder(life), 'decided.csv')
  await writeFile(path, csv.replace(/^""/m, `"${decision}"`))
  return path
}

describe('doubtfulPairs(folder, decided)', () => {
  it('lists two farms that are nearly alike, with what speaks for and against it', async (t) => {
    const { root, next } = await nights(t)
    const night = await next(feeds(cider))
    const [pair, ...others] = await doubtful(root, night)
    assert.deepEqual(others, [])
    const { a, b, ...said } = pair!
    assert.deepEqual(said, {
      decision: '',
      score: 5.5,
      kept_apart_by: null,
      distance_km: 0.44,
      speaks_for: 'name_half 2.5, near 3',
      speaks_against: '',
    })
    assert.deepEqual([a.farm_id, b.farm_id].toSorted(), farms(night).map(String).toSorted())
    assert.deepEqual([a.source_id, b.source_id].toSorted(), ['2', '=1'])
  })

  it('names the veto that keeps two apart, and ranks them lower', async (t) => {
    const { root, next } = await nights(t)
    const first = { ...creek, name: 'Stone Creek Orchard 1' }
    const second = { ...creek, source_id: '4', name: 'Stone Creek Orchard 2' }
    const night = await next([
      { name: 'one list', lines: [first] },
      { name: 'another list', lines: [cider, second] },
    ])
    assert.deepEqual(
      (await doubtful(root, night)).map(({ score, kept_apart_by }) => [score, kept_apart_by]),
      [
        [5.5, null],
        [8, 'numbers'],
      ],
    )
  })

  it('is printed as CSV; what a person decided same is one farm from the next build on', async (t) => {
    const { root, next } = await nights(t)
    const first = await next(feeds(cider))
    const { out } = await runHere('pipeline/main.ts', ['snapshots', 'doubtful', '--out', root])
    const [header, ...rows] = parse(out, { bom: true })
    assert.deepEqual(header!.slice(0, 2), ['decision', 'score'])
    const kept = await readFile(join(layout(root).report(first.id), doubtfulFile), 'utf8')
    const [pair] = doubtfulList.parse(JSON.parse(kept))
    assert.deepEqual(
      [pair!.a.farm_id, pair!.b.farm_id].toSorted(),
      farms(first).map(String).toSorted(),
    )
    assert.ok(!/phone|email|address/.test(kept.replaceAll('address_', '')))
    assert.equal(rows.length, 1)
    const decisions = linesOf(await readFilledIn(await decided(t, out, 'same')))
    const second = await next(feeds(cider), { decisions })
    assert.equal(new Set(farms(second)).size, 1)
    assert.ok(farms(first).includes(farms(second)[0]), 'the farm goes on under an id of before')
    assert.deepEqual(await doubtful(root, second), [])
    assert.deepEqual(
      second.report.decided.map(({ state }) => state),
      ['applied'],
    )
  })

  it('never again has what a person decided is different, which is never joined either', async (t) => {
    const { root, next } = await nights(t)
    const first = await next(feeds(cider))
    const list = doubtfulCsv(await doubtful(root, first))
    const decisions = linesOf(await readFilledIn(await decided(t, list, ' Different')))
    const second = await next(feeds(cider), { decisions })
    assert.deepEqual(await doubtful(root, second), [])
    const renamed = { ...creek, source_id: '2' }
    const third = await next(feeds(renamed), { decisions })
    assert.equal(new Set(farms(third)).size, 2)
    assert.deepEqual(farms(third), farms(first))
    const fourth = await next(feeds(renamed), { decisions: [] })
    assert.equal(new Set(farms(fourth)).size, 1, 'they are one to whoever has not decided')
  })

  it('joins by decision what is in one edition, also where there is no other', async (t) => {
    const { next } = await nights(t)
    const decisions = [
      {
        decision: 'merge',
        listing: { source: 'farm-feed', source_id: '=1' },
        others: [{ source: 'farm-feed', source_id: '3' }],
      },
    ]
    const night = await next([creek, far], { decisions })
    assert.equal(night.farmOf('=1'), night.farmOf('3'))
  })
})

describe('readFilledIn(path)', () => {
  const header = 'decision,a_source,a_source_id,b_source,b_source_id\n'
  const written = async (t: Lifetime, text: string) => {
    const path = join(await temporaryFolder(t), 'decided.csv')
    await writeFile(path, text)
    return path
  }
  it('takes rows with a decision only, and ids as they were before they were written', async (t) => {
    const path = await written(t, `${header},x,1,y,2\nsame,x,'=1,y,''2\nDIFFERENT,x,1,z,3\n`)
    assert.deepEqual(await readFilledIn(path), [
      {
        a: { source: 'x', source_id: '=1' },
        b: { source: 'y', source_id: "'2" },
        same: true,
      },
      {
        a: { source: 'x', source_id: '1' },
        b: { source: 'z', source_id: '3' },
        same: false,
      },
    ])
  })
  const wrong: [says: string, text: string, message: RegExp][] = [
    ['another word', `${header}maybe,x,1,y,2\n`, /row 2: maybe is neither same nor different/],
    ['a column that is missing', 'decision,a_source\nsame,x\n', /no column a_source_id/],
    ['a torn row', `${header}same,x\n`, /can't be read/],
  ]
  for (const [says, text, message] of wrong)
    it(`refuses ${says}, naming file and row`, async (t) => {
      const path = await written(t, text)
      await assert.rejects(readFilledIn(path), { name: 'SourceError', message })
    })
})
