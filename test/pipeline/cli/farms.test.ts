import assert from 'node:assert/strict'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { layout } from '../../../data/schema/layout.ts'
import { addReport } from '../../../server/access/reports/reports.ts'
import { recordDecisions } from '../../../pipeline/resolve/decisions/read.ts'
import { runHere } from '../../support/command_here.ts'
import { sharedNight } from '../../support/nights.ts'
import { openTestStore, serviceSettings } from '../../support/services.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'
import { told } from '../../support/told_farms.ts'

const feed = [told(0, 'a'), told(1, 'b'), told(2, 'c')]
const afterFeed = await sharedNight({ after }, feed)
const who = ['--by', 'Ann', '--reason', 'The farm called']
const run = (root: string, ...args: string[]) =>
  runHere('pipeline/main.ts', ['farms', ...args, '--out', root])

describe('npm run farms', { concurrency: 2 }, () => {
  it('records decisions, one a line, which the next build applies; history tells all', async (t) => {
    const { root, first, next } = await afterFeed(t)
    const evidence = ['--evidence', 'https://example.org/told', '--until', '2999-01-01']
    const hours = '{"farm_store":"Sat: 9:00 AM-1:00 PM"}'
    const correction = ['correct', 'farm-feed:a', 'hours', hours]
    const { status, out } = await run(root, ...correction, ...who, ...evidence)
    assert.equal(status, 0)
    assert.match(out, /^decision 1: correct hours of .*\nrecorded in .*decisions\.jsonl; /)
    await run(root, 'correct', first.farmOf('a')!, 'phone', 'null', ...who)
    await run(root, 'remove', 'farm-feed:b', ...who)
    await run(root, 'correct', 'farm-feed:a', 'name', '"Stone Creek Farm"', ...who)
    const lines = (await readFile(layout(root).decisions, 'utf8')).trimEnd().split('\n')
    const made = { by: 'Ann', reason: 'The farm called' }
    const held = { ...made, evidence: null, until: null }
    const farm_id = first.farmOf('a')
    assert.deepEqual(
      lines.map((line) => {
        const { at, ...rest } = JSON.parse(line)
        assert.ok(Math.abs(Date.parse(at) - Date.now()) < 600_000)
        return rest
      }),
      [
        {
          decision: 'correct',
          farm_id,
          field: 'hours',
          value: { farm_store: 'Sat: 9:00 AM-1:00 PM' },
          ...held,
          evidence: 'https://example.org/told',
          until: '2999-01-01',
        },
        { decision: 'correct', farm_id, field: 'phone', value: null, ...held },
        { decision: 'remove', farm_id: first.farmOf('b'), ...held },
        { decision: 'correct', farm_id, field: 'name', value: 'Stone Creek Farm', ...held },
      ],
    )
    const night = await next(feed)
    const { decisions, tombstones } = layout(root)
    for (const path of [decisions, tombstones])
      assert.equal((await stat(path)).mode & 0o007, 0, `${path} is open to other users`)
    const corrected = night.farms.find(({ id }) => id === farm_id)!
    assert.deepEqual(
      [night.farms.length, corrected.name, corrected.phone, corrected.opening_hours],
      [2, 'Stone Creek Farm', null, 'Sa 09:00-13:00'],
    )
    const history = await run(root, 'history', 'farm-feed:a')
    assert.match(history.out, new RegExp(`^farm ${farm_id}\nlisting farm-feed:a  `))
    assert.match(
      history.out,
      /decision 1 \(in force\) {2}\d{4}-\d\d-\d\d {2}by Ann: correct hours of .*; until 2999-01-01\n/,
    )
    assert.match(history.out, new RegExp(`snapshot ${night.id}  listed`))
    assert.match(history.out, /changed phone: "\+18025550110" → unknown \(decision\)/)
    const { out: removed } = await run(root, 'history', first.farmOf('b')!)
    assert.match(removed, /removed in the last build: /)
    assert.match(removed, new RegExp(`snapshot ${night.id}  not listed`))
    const { out: json } = await run(root, 'history', 'farm-feed:a', '--json')
    assert.equal(JSON.parse(json).decisions.length, 3)
    await run(root, 'withdraw', '2', ...who)
    const { out: ended } = await run(root, 'history', 'farm-feed:a')
    assert.match(ended, /decision 2 \(withdrawn\) .*: correct phone/)
    assert.match(ended, /decision 5 \(in force\) .*: withdraw decision 2/)
  })

  it('decides a report of a visitor, which is closed in the store', async (t) => {
    const { root, first } = await afterFeed(t)
    const stateDir = await temporaryFolder(t)
    const env = { STATE_DIR: stateDir, ...(await serviceSettings(stateDir)) }
    const store = await openTestStore(stateDir)
    t.after(() => store.close())
    const farm = { farm_id: first.farmOf('a')!, farm_name: 'Birch' }
    const nothing = { note: null, link: null, email: 'kim@example.org' }
    await addReport(store, { ...farm, kind: 'closed', ...nothing })
    const told = (...args: string[]) =>
      runHere('pipeline/main.ts', ['farms', ...args, '--out', root], env)
    const { out: open } = await told('reports')
    assert.match(open, new RegExp(`^NUMBER .*\\n1 .* closed +${farm.farm_id} +Birch`))
    assert.ok(!open.includes('kim@'))
    const refusals: [string[], RegExp][] = [
      [['remove', 'farm-feed:b', '--report', '1'], /report 1 is about another farm/],
      [['remove', 'farm-feed:a', '--report', '2'], /there is no open report 2/],
      [['remove', 'farm-feed:a', '--report', 'x'], /--report `x` is not a whole number/],
      [['merge', 'farm-feed:a', 'farm-feed:b', '--report', '1'], /--report goes with correct and/],
    ]
    for (const [args, complaint] of refusals) {
      const { status, err } = await told(...args, ...who)
      assert.deepEqual([status, complaint.test(err)], [2, true], err)
    }
    const { status, out, err } = await told('remove', 'farm-feed:a', '--report', '1', ...who)
    assert.equal(status, 0, err)
    assert.match(out, /^decision 1: remove .*\nrecorded in .*\nClosed reports 1: decided\.\n$/)
    assert.equal((await told('reports')).out, 'No report is open.\n')
    assert.equal((await told('remove', 'farm-feed:a', ...who)).out, 'nothing new to record\n')
    const { out: longer } = await told('remove', 'farm-feed:a', '--until', '2999-01-01', ...who)
    assert.match(longer, /^decision 2: remove /)
  })

  it('merges, splits by listing, and withdraws', async (t) => {
    const { root, first, next } = await afterFeed(t)
    await run(root, 'merge', 'farm-feed:a', 'farm-feed:b', ...who)
    const one = await next(feed)
    assert.equal(one.farmOf('a'), one.farmOf('b'))
    for (const id of ['a', 'b', 'c']) {
      const { out } = await run(root, 'history', first.farmOf(id)!)
      assert.equal(/^decision 1 .* merge farm-feed:a and farm-feed:b;/m.test(out), id !== 'c', out)
    }
    const again = await run(root, 'merge', 'farm-feed:a', 'farm-feed:b', ...who)
    assert.deepEqual([again.status, /are one farm already/.test(again.err)], [2, true])
    const { out } = await run(root, 'withdraw', '1', '1', ...who)
    assert.match(out, /^decision 2: withdraw decision 1\nrecorded in /)
    const twice = await run(root, 'withdraw', '1', ...who)
    assert.deepEqual([twice.status, /decision 1 is withdrawn already/.test(twice.err)], [2, true])
    const withdrawal = await run(root, 'withdraw', '2', ...who)
    assert.match(withdrawal.err, /decision 2 is a withdrawal: record what it ended again/)
    await run(root, 'split', 'farm-feed:a', ...who)
    const two = await next(feed)
    assert.notEqual(two.farmOf('a'), two.farmOf('b'))
    const contrary = await run(root, 'merge', 'farm-feed:a', 'farm-feed:b', ...who)
    assert.deepEqual(
      [contrary.status, /decision 3 states the contrary; withdraw it first/.test(contrary.err)],
      [2, true],
    )
  })

  it('records a filled-in list once, and refuses the contrary', async (t) => {
    const { root } = await afterFeed(t)
    const list = join(await temporaryFolder(t), 'doubtful.csv')
    const header = 'decision,a_source,a_source_id,b_source,b_source_id\n'
    await writeFile(list, `${header}same,farm-feed,a,farm-feed,b\n,farm-feed,a,farm-feed,c\n`)
    const { out } = await run(root, 'decide', list, '--by', 'Ann')
    assert.match(out, /^decision 1: merge farm-feed:a and farm-feed:b\n/)
    assert.match((await run(root, 'decide', list, '--by', 'Ann')).out, /nothing new to record/)
    await writeFile(list, `${header}different,farm-feed,b,farm-feed,a\n`)
    const { status, err } = await run(root, 'decide', list, '--by', 'Ann')
    assert.deepEqual([status, /decision 1 states the contrary/.test(err)], [2, true])
    await writeFile(
      list,
      `${header}same,farm-feed,a,farm-feed,c\ndifferent,farm-feed,c,farm-feed,a\n`,
    )
    const both = await run(root, 'decide', list, '--by', 'Ann')
    assert.match(both.err, /another row states the contrary; correct one$/m)
  })

  const wrong: [title: string, args: string[], complaint: RegExp][] = [
    [
      'hours as text, and says what shape it wants',
      ['correct', 'farm-feed:a', 'hours', 'Sat 9-1', ...who],
      /hours Sat 9-1: .*write it like {"farm_store":"Sat: 9:00 AM-1:00 PM"}/,
    ],
    [
      'a number of a text field, with an example',
      ['correct', 'farm-feed:a', 'phone', '8025550199', ...who],
      /phone 8025550199: Invalid E.164 number; write it like "\+1802/,
    ],
    [
      'a state there is not, in one line',
      ['correct', 'farm-feed:a', 'state', 'Vermnt', ...who],
      /state Vermnt: must be the abbreviation of a state; write it like "VT"$/m,
    ],
    [
      'half of a point, and names the whole',
      ['correct', 'farm-feed:a', 'lat', '44.4', ...who],
      /no field lat to correct: did you mean location\?/,
    ],
    [
      'an unknown field',
      ['correct', 'farm-feed:a', 'telefone', 'x', ...who],
      /did you mean telephone|there are .*phone/,
    ],
    [
      'a farm there is not',
      ['remove', 'farm-feed:z', ...who],
      /has no farm and no listing farm-feed:z/,
    ],
    ['nobody who decides', ['remove', 'farm-feed:a', '--reason', 'x'], /remove needs --by WHO$/m],
    ['a past end', ['remove', 'farm-feed:a', ...who, '--until', '2020-01-01'], /not a day to come/],
    [
      'a split of a farm, and says what lists its listings',
      ['split', '00000000-0000-4000-8000-000000000001', ...who],
      /takes a listing, SOURCE:ID; npm run farms -- history 00000000\S+ --out ".+" lists them$/m,
    ],
    ['a split of one listing', ['split', 'farm-feed:a', ...who], /the only listing of its farm/],
    ['a decision there is not', ['withdraw', '7', ...who], /no decision 7 on record/],
    ['another action', ['forget', 'farm-feed:a', ...who], /there is no action forget; /],
  ]
  for (const [title, args, complaint] of wrong)
    it(`refuses ${title}`, async (t) => {
      const { root } = await afterFeed(t)
      const { status, err } = await run(root, ...args)
      assert.equal(status, 2)
      assert.match(err, complaint)
    })
})

describe('recordDecisions(path, decide)', () => {
  it('appends in one step, while no other process can', async (t) => {
    const path = join(await temporaryFolder(t), 'decisions.jsonl')
    const made = { at: '2026-01-01T00:00:00Z', by: 'Ann', reason: 'told' }
    const one = { decision: 'withdraw', of: 1, ...made } as const
    await recordDecisions(path, () => [one])
    await recordDecisions(path, ({ entries }) => {
      assert.equal(entries.length, 1)
      return [{ ...one, of: 2 }]
    })
    await assert.rejects(
      recordDecisions(path, () => [{ ...one, of: 0 }]),
      /of/,
    )
    const text = await readFile(path, 'utf8')
    assert.deepEqual(
      text.split('\n').map((line) => (line === '' ? null : JSON.parse(line).of)),
      [1, 2, null],
    )
  })
})
