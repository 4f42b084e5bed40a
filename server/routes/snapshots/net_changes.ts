import { z } from 'zod'
import { free, type Tier } from '../../../data/schema/meta.ts'
import { changeCauses } from '../../../data/schema/tables/change.ts'
import { farm } from '../../../data/schema/tables/farm.ts'
import { component } from '../../http/answer_fields.ts'
import { netChangeKinds, toldChanges, type ToldChange } from '../../query/changes/told_changes.ts'
import { farmProfile } from '../farms/farm.ts'
import { listedFields, listResponse } from '../lists/envelope.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import type { RawQuery } from '../../http/parameters/query_string.ts'
import { changeBases, baseOfChanges } from '../../query/changes/change_log.ts'
import { changesBetween as changesSince } from '../../query/changes/net_changes.ts'
import { farmPlace, farmRecord } from '../../query/farm_json.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { dataRoute } from '../data_route.ts'
import { Fields, pick } from '../lists/fields.ts'
import { format } from '../lists/formats.ts'
import { rowsAnswer } from '../lists/row_formats.ts'

/** A farm as a copy of the directory has it: as in lists, with its prices and stock. */
const changedFarm = listedFields
  .extend({ product_listings: farmProfile.shape.product_listings })
  .meta({ id: 'ChangedFarm', description: 'Farm in its current state' })

/** What became of one farm since a snapshot. */
const netChange = component('NetChange', 'Change of one farm since a snapshot', {
  farm_id: farm.shape.id,
  kind: free(
    z.enum(netChangeKinds),
    'Type of change: added; changed; delisted = no source lists the farm any longer; removed = on request; merged = now part of `merged_into`; moved_out = now outside `state`',
    { example: 'changed' },
  ),
  merged_into: free(z.uuid().nullable(), 'Id of the farm that contains it now', {
    example: null,
    nulls: 'it was not merged',
  }),
  delisted_name: free(z.string().nullable(), 'Last name of a delisted farm', {
    example: null,
    nulls: 'not delisted, or unknown',
  }),
  fields: free(
    z.array(z.string()),
    'Changed fields, including profile fields and `product_listings`. Empty if only the provenance changed, or if the farm changed back while the snapshot `since` is kept',
    { example: ['products', 'updated_at'] },
  ),
  causes: free(
    z.array(z.enum(changeCauses)).nullable(),
    'Causes of the change, as in the changes of the snapshots between. Empty if the change follows from other fields or from the date alone',
    { example: ['source'], nulls: 'a snapshot between can not be read' },
  ),
  farm: free(changedFarm.nullable(), 'Farm in its current state; null = delete it from the copy'),
})

const fields = new Fields(changedFarm)

/** From this many rows on, the answer links to the file with all farms. */
const many = 1000

export const netChanges = dataRoute({
  path: '/v1/changes',
  operation: 'listNetChanges',
  tag: 'Snapshots',
  summary: 'List the farms that changed since a snapshot',
  details: `Updates a copy of the directory, or of a state: one row per farm that changed since the snapshot \`since\`, pruned snapshots included. If \`farm\` is null, delete the farm from the copy; else replace it with \`farm\`. Next time, send \`meta.snapshot\` as \`since\`.

Only fields that the key may read count. Free keys get no change of a paid field, nor of \`changed_at\`, which follows paid fields too. \`last_listed\`, \`hours_confirmed_at\` and \`said_at\` move with every edition and do not count as changes.`,
  problems: {
    forbidden: 'fields: only paid keys get product_listings; this key is free',
    gone: 'since: changes are kept from snapshot 20261101T014922Z-5d1f0a77 on, which was built at 2026-11-01T01:49:22Z; load the whole list again, from the files of /v1/snapshots/latest or by paging through /v1/farms, and continue with its snapshot',
  },
  query: z.strictObject({
    since: parameter.since.meta({
      description:
        'Snapshot of the copy: `meta.snapshot` of the answers that built it. A date or instant selects the newest snapshot built by then. Older than 90 days, or what the operator sets, returns 410',
      example: '20261120T014922Z-5d1f0a77',
    }),
    state: parameter.stateList.optional().meta({
      description:
        'States of the copy, abbreviated or in full. A farm that moved into them is `added`; a farm that left them is `moved_out`',
      example: 'VT',
    }),
    page: parameter.page,
    per_page: parameter.perPage,
    snapshot: parameter.snapshot,
    fields: fields.parameter.meta({
      description:
        'Names of the farm fields in the copy; default: all fields. `farm` contains these, and farms without a change in them are left out. Free keys get status 403 for paid fields',
    }),
    format,
  }),
  response: listResponse(netChange),
  // Snapshots are removed, whatever the live one is.
  usesClock: () => true,
  async answer(request, services) {
    const { snapshot, tier, query, now } = request
    fields.allow(query.fields, tier)
    const bases = await changeBases(snapshot.manifest, services)
    const since = baseOfChanges(query.since, bases, snapshot.manifest, now)
    const changes = await changesSince(snapshot, since, tier, services)
    const wanted = { states: query.state, fields: query.fields }
    const { total, told } = toldChanges(snapshot, changes, wanted, query)
    const counts = { count: told.length, total, snapshot: snapshot.id, since: since.id }
    const names = query.fields ?? fields.of(tier)
    const list = {
      rows: told.map((change) => rowOf(change, snapshot, tier, names)),
      flat: flatRow,
      columns: [...ofChange, ...names],
      farmOf: ({ farm_id }: Row) => farmPlace(snapshot, farm_id as string),
    }
    const ofNext: RawQuery = new Map([...request.rawQuery, ['since', [since.id]]])
    return { ...rowsAnswer(request, counts, list, { ofNext }), bulk: total > many }
  },
})

type Row = Record<string, unknown>

const ofChange = Object.keys(netChange.shape).filter((name) => name !== 'farm')

function rowOf(change: ToldChange, snapshot: Snapshot, tier: Tier, names: string[]): Row {
  const { farmId, kind, mergedInto, delistedName, row, causes } = change
  const farm = row === null ? null : pick(farmRecord(snapshot, row, tier, 'profile'), names)
  const fate = { kind, merged_into: mergedInto, delisted_name: delistedName }
  return { farm_id: farmId, ...fate, fields: change.fields, causes, farm }
}

/** A line of a table has the fields of the farm beside those of the change. */
const flatRow = ({ farm, ...row }: Row): Row => ({ ...row, ...(farm as Row | null) })
