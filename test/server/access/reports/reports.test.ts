import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { closeAccount, confirmAccount } from '../../../../server/access/accounts/accounts.ts'
import {
  addReport,
  answerReports,
  closeReport,
  forgetReports,
  openReports,
  reportsShown,
  type NewReport,
  type ReportAnswer,
} from '../../../../server/access/reports/reports.ts'
import type { Store } from '../../../../server/access/store/store.ts'
import { scratchFolder, scratchStore } from '../store/scratch_store.ts'

const noon = Date.UTC(2026, 10, 3, 12)
const day_ms = 24 * 60 * 60 * 1000
const at = (store: Store, days: number): Store => ({
  ...store,
  now: () => new Date(noon + days * day_ms),
})
const farm = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const report = (more: Partial<NewReport> = {}): NewReport => ({
  farm_id: farm(1),
  farm_name: 'Birch Farm',
  kind: 'closed',
  note: null,
  link: null,
  email: null,
  ...more,
})
const longAgo = '2000-01-01T00:00:00.000Z'
const emails = async ({ db }: Store) =>
  (await db.selectFrom('reports').select('email').orderBy('number').execute()).map(
    ({ email }) => email,
  )

describe('addReport(store, report)', () => {
  it('counts from 1 and lists without the address', async (t) => {
    const store = await scratchStore(t)
    const given = report({ note: 'A sign', link: 'https://example.org/', email: 'ann@example.org' })
    assert.equal(await addReport(at(store, 0), given), 1)
    assert.equal(await addReport(at(store, 1), report({ farm_id: farm(2) })), 2)
    const [first, second] = await openReports(store)
    const { email: _, ...kept } = given
    assert.deepEqual(first, { ...kept, number: 1, at: '2026-11-03T12:00:00.000Z', answer: true })
    assert.equal(second!.answer, false)
  })

  it('keeps five open reports of a farm, also of twenty at once by two connections', async (t) => {
    const folder = await scratchFolder(t)
    const stores = [await scratchStore(t, folder), await scratchStore(t, folder)]
    const numbers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => addReport(stores[n % 2]!, report())),
    )
    assert.equal(numbers.filter((number) => number !== null).length, 5)
    assert.equal((await openReports(stores[0]!)).length, 5)
    assert.notEqual(await addReport(stores[0]!, report({ farm_id: farm(2) })), null)
    await closeReport(stores[0]!, { number: numbers.find(Boolean)!, outcome: 'dismissed', by: 'x' })
    assert.notEqual(await addReport(stores[0]!, report()), null)
  })

  it('keeps a thousand open reports', async (t) => {
    const store = await scratchStore(t)
    for (let n = 0; n < 1000; n++) await addReport(store, report({ farm_id: farm(n) }))
    await assert.rejects(addReport(store, report({ farm_id: farm(1001) })), {
      kind: 'too-many-requests',
      message: /too many reports/,
    })
    assert.equal((await openReports(store)).length, 1000)
  })
})

describe('closeReport(store, closing)', () => {
  it('by a decision closes all of the kind about the farm, by dismissal only one', async (t) => {
    const store = await scratchStore(t)
    await addReport(store, report())
    await addReport(store, report({ kind: 'hours' }))
    await addReport(store, report())
    await addReport(store, report({ farm_id: farm(2) }))
    const close = (number: number, outcome: 'decided' | 'dismissed') =>
      closeReport(store, { number, outcome, by: 'operator ann' })
    assert.deepEqual(await close(3, 'dismissed'), [3])
    await addReport(store, report())
    assert.deepEqual(new Set(await close(1, 'decided')), new Set([1, 5]))
    const open = (await openReports(store)).map(({ number }) => number)
    assert.deepEqual(open, [2, 4])
    for (const number of [1, 3, 99])
      await assert.rejects(close(number, 'decided'), { kind: 'not-found' })
  })
})

describe('reportsShown(store, farm_id, built_at)', () => {
  it('shows the first of each kind until a snapshot is newer than its decision', async (t) => {
    const store = await scratchStore(t)
    await addReport(at(store, 0), report())
    await addReport(at(store, 1), report())
    await addReport(at(store, 2), report({ kind: 'hours' }))
    await addReport(at(store, 2), report({ farm_id: farm(2) }))
    const shown = async (built_at: string) =>
      (await reportsShown(store, farm(1), built_at)).map(({ kind, at: day, closed_at }) =>
        [kind, day, closed_at].map((each) => each?.slice(0, 10) ?? null),
      )
    assert.deepEqual(await shown(longAgo), [
      ['closed', '2026-11-03', null],
      ['hours', '2026-11-05', null],
    ])
    await closeReport(at(store, 3), { number: 3, outcome: 'dismissed', by: 'x' })
    await closeReport(at(store, 3), { number: 1, outcome: 'decided', by: 'x' })
    assert.deepEqual(await shown('2026-11-06T00:00:00.000Z'), [
      ['closed', '2026-11-03', '2026-11-06'],
    ])
    assert.deepEqual(await shown('2026-11-07T00:00:00.000Z'), [])
  })
})

describe('answerReports(store, send)', () => {
  const closed = async (store: Store) => {
    for (const name of ['ann', 'bo', 'cy'])
      await addReport(store, report({ kind: 'other', email: `${name}@example.org` }))
    await closeReport(store, { number: 1, outcome: 'dismissed', by: 'x' })
    await closeReport(store, { number: 2, outcome: 'dismissed', by: 'x' })
  }

  it('tells each reporter of a closed report once, and erases the address', async (t) => {
    const folder = await scratchFolder(t)
    const store = await scratchStore(t, folder)
    await closed(store)
    const sent: ReportAnswer[] = []
    const send = async (answer: ReportAnswer) => void sent.push(answer)
    await Promise.all([
      answerReports(store, send),
      answerReports(await scratchStore(t, folder), send),
    ])
    await answerReports(store, send)
    assert.deepEqual(sent.map(({ email }) => email).toSorted(), [
      'ann@example.org',
      'bo@example.org',
    ])
    assert.deepEqual(await emails(store), [null, null, 'cy@example.org'])
  })

  it('keeps the address of a mail that failed, and sends the others', async (t) => {
    const store = await scratchStore(t)
    await closed(store)
    const refusing = async ({ email }: ReportAnswer) => {
      if (email.startsWith('ann')) throw new Error('the mailbox is full')
    }
    await assert.rejects(answerReports(store, refusing), /mailbox is full/)
    assert.deepEqual(await emails(store), ['ann@example.org', null, 'cy@example.org'])
  })
})

describe('forgetReports(store)', () => {
  it('erases addresses after 90 days, and deletes reports 90 days after their end', async (t) => {
    const store = await scratchStore(t)
    await addReport(at(store, 0), report({ email: 'ann@example.org' }))
    await addReport(at(store, 1), report({ email: 'bo@example.org' }))
    await closeReport(at(store, 1), { number: 2, outcome: 'dismissed', by: 'x' })
    await forgetReports(at(store, 90))
    assert.deepEqual(await emails(store), ['ann@example.org', 'bo@example.org'])
    await forgetReports(at(store, 90.5))
    assert.deepEqual(await emails(store), [null, 'bo@example.org'])
    await forgetReports(at(store, 91.5))
    assert.deepEqual(await emails(store), [null])
  })
})

describe('closeAccount(store, account)', () => {
  it('erases its address from reports', async (t) => {
    const store = await scratchStore(t)
    await confirmAccount(store, 'ann@example.org')
    await addReport(store, report({ email: 'ann@example.org' }))
    await addReport(store, report({ email: 'bo@example.org' }))
    await closeAccount(store, { account: 'ann@example.org' })
    assert.deepEqual(await emails(store), [null, 'bo@example.org'])
  })
})
