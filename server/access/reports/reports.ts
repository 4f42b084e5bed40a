import { Problem } from '../../http/problem.ts'
import { day_ms } from '../../../data/calendar.ts'
import { instantOf } from '../instants.ts'
import type { ReportOutcome, ReportsTable } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/** The maximum number of open reports: of one farm, and in total. */
const [mostOfFarm, most] = [5, 1000]

/** Email addresses, and reports after their end, are kept this long. */
const kept_ms = 90 * day_ms

export type NewReport = Pick<
  ReportsTable,
  'farm_id' | 'farm_name' | 'kind' | 'note' | 'link' | 'email'
>

/** An open report. `answer`: the reporter left an address, which is not shown. */
export type OpenReport = Omit<NewReport, 'email'> &
  Pick<ReportsTable, 'number' | 'at'> & { answer: boolean }

/** The public part of a report. `closed_at`: when it was decided; null = being checked. */
export type ShownReport = Pick<ReportsTable, 'kind' | 'at' | 'closed_at'>

/** Records a report; returns its number, null if the farm has too many. Throws a 429 Problem. */
export async function addReport(store: Store, report: NewReport): Promise<number | null> {
  return store.db.transaction().execute(async (trx) => {
    // The write takes the lock, so that the counts below cannot change.
    const { value: number } = await trx
      .updateTable('report_numbers')
      .set((eb) => ({ value: eb('value', '+', 1) }))
      .returning('value')
      .executeTakeFirstOrThrow()
    const open = trx.selectFrom('reports').where('closed_at', 'is', null)
    const ofFarm = open.where('farm_id', '=', report.farm_id)
    if ((await ofFarm.select('number').execute()).length >= mostOfFarm) return null
    if ((await open.select('number').execute()).length >= most)
      throw new Problem(
        'too-many-requests',
        'too many reports wait to be checked; try again in some days',
        { headers: { 'Retry-After': '86400' } },
      )
    const row = { ...report, number, at: instantOf(store.now()) }
    await trx
      .insertInto('reports')
      .values({ ...row, closed_at: null, outcome: null, closed_by: null })
      .execute()
    return number
  })
}

/** Lists the open reports, oldest first. */
export async function openReports({ db }: Store): Promise<OpenReport[]> {
  const rows = await db
    .selectFrom('reports')
    .select(['number', 'farm_id', 'farm_name', 'kind', 'note', 'link', 'email', 'at'])
    .where('closed_at', 'is', null)
    .orderBy('number')
    .execute()
  return rows.map(({ email, ...row }) => ({ ...row, answer: email !== null }))
}

/** The first report of each kind about a farm that is open, or decided after `built_at`. */
export async function reportsShown(
  { db }: Store,
  farm_id: string,
  built_at: string,
): Promise<ShownReport[]> {
  const rows = await db
    .selectFrom('reports')
    .select(['kind', 'at', 'closed_at'])
    .where('farm_id', '=', farm_id)
    .where((eb) =>
      eb.or([
        eb('closed_at', 'is', null),
        eb('outcome', '=', 'decided').and('closed_at', '>', built_at),
      ]),
    )
    .orderBy('number')
    .execute()
  return [...Map.groupBy(rows, ({ kind }) => kind).values()].map(([first]) => first!)
}

type Closing = { number: number; outcome: ReportOutcome; by: string }

/** Closes an open report, or by a decision all of its kind. Returns their numbers. Throws a 404. */
export async function closeReport(
  { db, now }: Store,
  { number, outcome, by }: Closing,
): Promise<number[]> {
  const report = await db
    .selectFrom('reports')
    .select(['farm_id', 'kind'])
    .where('number', '=', number)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (report === undefined)
    throw new Problem(
      'not-found',
      `there is no open report ${number}; npm run keys -- reports lists the open ones`,
    )
  const open = db
    .updateTable('reports')
    .set({ closed_at: instantOf(now()), outcome, closed_by: by })
    .where('closed_at', 'is', null)
  const { farm_id, kind } = report
  const closing =
    outcome === 'decided'
      ? open.where('farm_id', '=', farm_id).where('kind', '=', kind)
      : open.where('number', '=', number)
  const closed = await closing.returning('number').execute()
  return closed.map((each) => each.number)
}

/** A closed report, for the mail to its reporter. */
export type ReportAnswer = Pick<
  ReportsTable,
  'number' | 'farm_id' | 'farm_name' | 'at' | 'outcome'
> & { email: string }

/**
 * Gives each closed report with an address to `send`, and erases the address. If `send` fails, the address
 * stays for the next time; the last error is thrown when all were tried. Several servers may do this at once: each answer is sent
 * by one of them.
 */
export async function answerReports(
  { db }: Store,
  send: (answer: ReportAnswer) => Promise<void>,
): Promise<void> {
  const closed = await db
    .selectFrom('reports')
    .select(['number', 'farm_id', 'farm_name', 'at', 'outcome', 'email'])
    .where('closed_at', 'is not', null)
    .where('email', 'is not', null)
    .execute()
  let failure: unknown
  for (const { email, ...report } of closed) {
    const ofReport = db.updateTable('reports').where('number', '=', report.number)
    const { numUpdatedRows } = await ofReport
      .set({ email: null })
      .where('email', '=', email)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) continue // another server sends it
    try {
      await send({ ...report, email: email! })
    } catch (error) {
      await ofReport.set({ email }).execute()
      failure = error
    }
  }
  if (failure !== undefined) throw failure
}

/** Erases addresses older than 90 days, and deletes reports that were closed before that. */
export async function forgetReports({ db, now }: Store): Promise<void> {
  const before = instantOf(now(), -kept_ms)
  await db
    .updateTable('reports')
    .set({ email: null })
    .where('email', 'is not', null)
    .where('at', '<', before)
    .execute()
  await db.deleteFrom('reports').where('closed_at', '<', before).execute()
}
