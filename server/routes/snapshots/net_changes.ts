import { z } from 'zod'
import type { Tier } from '../../../data/schema/meta.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import type { RawQuery } from '../../http/parameters/query_string.ts'
import { netChanges as changesSince } from '../../query/changes/net_changes.ts'
import { snapshotSince } from '../../query/changes/since.ts'
import { toldChanges, type ToldChange } from '../../query/changes/told_changes.ts'
import { farmPlace, farmRecord } from '../../query/farm_json.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { dataRoute } from '../data_route.ts'
import { listOf, pageOf } from '../lists/envelope.ts'
import { Fields, pick } from '../lists/fields.ts'
import { format } from '../lists/formats.ts'
import { rowsBody } from '../lists/row_formats.ts'
import { changedFarm, netChange } from './net_change_response.ts'

const fields = new Fields(changedFarm)

/** Past this many rows, the answer says where the file with all farms is. */
const many = 1000

export const netChanges = dataRoute({
  path: '/v1/changes',
  operation: 'listNetChanges',
  tag: 'Snapshots',
  summary: 'What to change in a copy of the directory, or of a state, to have it as it is now',
  details: `One row for each farm that is other than it was in the snapshot \`since\`, however many snapshots lie between: what was changed and changed back is not among them. Where \`farm\` is null, take the farm out of the copy; else put \`farm\` in its place. Then go on since \`meta.snapshot\`.

A change counts where a field that the key sees is other: for free keys no change of a paid field is told, nor \`changed_at\`, which moves with those too. \`last_listed\` and \`hours_confirmed_at\` move with every edition and are no change.`,
  problems: {
    forbidden: 'fields: this key is free, and for paid keys are product_listings',
    gone: 'since: changes are known from snapshot 20261101T014922Z-5d1f0a77 on, which was built at 2026-11-01T01:49:22Z; take the whole list again, from the files of /v1/snapshots/latest or by paging through /v1/farms, and go on since the snapshot that it is from',
  },
  query: z.strictObject({
    since: parameter.since.meta({
      description:
        'What the copy is as of: the id of a snapshot, best `meta.snapshot` of the answers that it was made from. A date or an instant with offset (RFC 3339) is the newest snapshot built then or before; that one was live some minutes later. Older than the oldest snapshot kept: 410, which says what to do',
      example: '20261120T014922Z-5d1f0a77',
    }),
    state: parameter.stateList.optional().meta({
      description:
        'For a copy of these states, abbreviated or in full: a farm that is in one now and was in none is `added`, one that was and is in another is `moved_out`',
      example: 'VT',
    }),
    page: parameter.page,
    per_page: parameter.perPage,
    snapshot: parameter.snapshot,
    fields: fields.parameter.meta({
      description:
        'Names of the fields of a farm that the copy has, in place of all: `farm` has these, and farms in which only others are other are left out; those for paid keys are a 403 for free ones',
    }),
    format,
  }),
  response: listOf(netChange),
  // Snapshots are removed, whatever the live one is.
  usesClock: () => true,
  async answer(request, services) {
    const { snapshot, tier, query, now, format } = request
    fields.allow(query.fields, tier)
    const published = await services.published.list()
    const since = snapshotSince(query.since, published, snapshot.manifest, now)
    const changes = await changesSince(snapshot, since, tier, services)
    const wanted = {
      states: query.state,
      fields: query.fields,
    }
    const { total, told } = toldChanges(snapshot, changes, wanted, query)
    const counts = { count: told.length, total, snapshot: snapshot.id, since: since.id }
    const ofNext: RawQuery = new Map([...request.rawQuery, ['since', [since.id]]])
    const { meta, links } = pageOf(request, counts, { ofNext })
    const names = query.fields ?? fields.of(tier)
    const list = {
      rows: told.map((change) => rowOf(change, snapshot, tier, names)),
      flat: flatRow,
      columns: [...ofChange, ...names],
      farmOf: ({ farm_id }: Row) => farmPlace(snapshot, farm_id as string),
      meta,
      links,
    }
    return { body: rowsBody(list, format), next: links.next, bulk: total > many }
  },
})

type Row = Record<string, unknown>

const ofChange = Object.keys(netChange.shape).filter((name) => name !== 'farm')

function rowOf(change: ToldChange, snapshot: Snapshot, tier: Tier, names: string[]): Row {
  const { farmId, kind, mergedInto, row, causes } = change
  const farm = row === null ? null : pick(farmRecord(snapshot, row, tier, 'profile'), names)
  return { farm_id: farmId, kind, merged_into: mergedInto, fields: change.fields, causes, farm }
}

/** A line of a table has the fields of the farm beside those of the change. */
const flatRow = ({ farm, ...row }: Row): Row => ({ ...row, ...(farm as Row | null) })
