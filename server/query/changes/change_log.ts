import { builtAtOf, type Manifest } from '../../../data/schema/manifest.ts'
import type { Tier } from '../../../data/schema/meta.ts'
import { changeLogFile, tellingFields } from '../../../data/schema/serving/change_log.ts'
import { parquetFiles } from '../../snapshot/database.ts'
import type { Archive } from './change_rows.ts'
import { holdResults } from '../held_results.ts'
import { editDistance } from '../../../data/vocabulary/edit_distance.ts'
import { badParameters, Problem } from '../../http/problem.ts'

/** A snapshot from which changes are known: the manifest of a kept one, else only its id and time. */
export type ChangeBase = Manifest | Pick<Manifest, 'id' | 'built_at'>

const loggedBases = holdResults<string[]>(10_000, (ids) => ids.length)

/** The snapshots from which changes up to `target` are known, newest first. */
export async function changeBases(
  target: Manifest,
  { published, archive }: Archive,
): Promise<ChangeBase[]> {
  const manifests = await published.list()
  const logged = await loggedBases(target, '', async () => {
    const path = await changeLogOf(target, published)
    if (path === null) return []
    const rows = await archive.rows(
      `select distinct previous_snapshot from ${parquetFiles([path])}`,
    )
    return rows.map(([id]) => id as string)
  })
  const known = new Map<string, ChangeBase>(
    logged.map((id) => [id, { id, built_at: builtAtOf(id) }]),
  )
  for (const manifest of manifests) known.set(manifest.id, manifest)
  return [...known.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1))
}

/** The path of a snapshot's log of changes; null = an older pipeline made none. */
export const changeLogOf = async (manifest: Manifest, published: Archive['published']) =>
  manifest.files.some(({ path }) => path === changeLogFile)
    ? published.pathOfName(manifest, changeLogFile)
    : null

/** Counts the farms of loggedChangesSql. */
export const loggedFarmsSql = (log: string) => `
  select count(distinct farm_id)::integer
  from ${parquetFiles([log])}
  where previous_snapshot >= $since`

const ended = `['removed', 'merged']`
const begun = `['added', 'split']`

/**
 * Selects the same as netChangesSql for a snapshot that is not kept, from the log of changes since: `fields`
 * also has fields that changed and changed back. A farm that was away has all.
 *
 * $since: the snapshot. $hidden: ids of farms that count as gone, comma-separated.
 */
export const loggedChangesSql = (tier: Tier, log: string, farms: string) => `
  with log as (
    from ${parquetFiles([log])} where previous_snapshot >= $since
  ),
  listed as (select id, state from ${parquetFiles([farms])}),
  now as (from listed where not list_contains(string_split($hidden, ','), id)),
  telling as (select [${tellingFields[tier].map((field) => `'${field}'`).join(', ')}] as names),
  logged as (
    select
      farm_id as id,
      coalesce(
        arg_min(change in ${ended}, previous_snapshot) filter (change in ${ended} or change in ${begun}),
        true
      ) as was_listed,
      bool_or(coalesce(change in ${begun}, false)) as was_away,
      arg_min({state: state}, previous_snapshot) filter (change is not null).state as state_before,
      list(distinct field) filter (field is not null) as changed,
      list(distinct cause) filter (
        cause is not null and (field is null or list_contains(names, field))
      ) as causes
    from log, telling
    where farm_id is not null
    group by farm_id
    union all
    select id, true, false, state, [], []
    from listed
    where id not in (select id from now) and id not in (select farm_id from log where farm_id is not null)
  ),
  told as (
    select
      logged.id, was_listed, now.id is not null as is_listed, state_before, now.state as state_now,
      if(was_away, names, list_filter(names, lambda name: list_contains(changed, name))) as fields,
      list_sort(causes) as causes
    from telling, logged
    left join now on now.id = logged.id
  )
  select
    id, was_listed, is_listed, state_before, state_now,
    array_to_string(fields, ','), array_to_string(causes, ',')
  from told
  where (was_listed or is_listed)
    ${tier === 'free' ? 'and (not (was_listed and is_listed) or len(fields) > 0)' : ''}
  order by id`

/** Two ids differ in more characters than these, so a nearer id is a typing error. */
const typingErrors = 2

/**
 * Finds the snapshot that a client has: by id, or the newest built at or before the instant and not after
 * `target`. `bases`: the snapshots from which changes are known, newest first. Throws a 410 Problem if it is
 * older or was rolled back, and a 400 Problem if no such snapshot can exist yet, or the id is mistyped.
 */
export function baseOfChanges(
  since: Date | string,
  bases: readonly ChangeBase[],
  target: ChangeBase,
  now: Date,
): ChangeBase {
  const found =
    typeof since === 'string'
      ? bases.find(({ id }) => id === since)
      : newestBefore(since, bases, target, now)
  if (found) return found
  if (typeof since === 'string') checkId(since, bases, target)
  throw notKept(since, bases.at(-1) ?? target)
}

function newestBefore(
  instant: Date,
  bases: readonly ChangeBase[],
  target: ChangeBase,
  now: Date,
): ChangeBase | undefined {
  if (instant > now && instant > new Date(target.built_at)) throw notYet(target.id)
  return bases.find(
    ({ id, built_at }) => id <= target.id && new Date(built_at).getTime() <= instant.getTime(),
  )
}

function checkId(given: string, bases: readonly ChangeBase[], target: ChangeBase): void {
  const meant = bases.find(({ id }) => editDistance(id, given) <= typingErrors)
  if (meant)
    throw badParameters([
      {
        parameter: 'since',
        message: `there is no snapshot ${given}; did you mean \`${meant.id}\`?`,
        suggestion: meant.id,
      },
    ])
  if (given > (bases[0] ?? target).id) throw notYet(target.id)
}

const notYet = (id: string) =>
  badParameters([
    {
      parameter: 'since',
      message: `is in the future; changes are known up to snapshot \`${id}\``,
      suggestion: id,
    },
  ])

function notKept(since: Date | string, { id, built_at }: ChangeBase): Problem {
  if (typeof since === 'string' && since > id) {
    const why = 'was rolled back or never published'
    return loadAgain(`snapshot ${since} ${why}`, { message: why })
  }
  return loadAgain(`changes are kept from snapshot ${id} on, which was built at ${built_at}`, {
    message: `is older than ${id}, the oldest of these`,
    suggestion: id,
  })
}

const loadAgain = (why: string, error: { message: string; suggestion?: string }): Problem =>
  new Problem(
    'gone',
    `since: ${why}; load the whole list again, from the files of /v1/snapshots/latest or by paging through /v1/farms, and continue with its snapshot`,
    { errors: [{ parameter: 'since', ...error }] },
  )
