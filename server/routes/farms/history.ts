import { z } from 'zod'
import { free } from '../../../data/schema/meta.ts'
import { farm } from '../../../data/schema/tables/farm.ts'
import { listingRun } from '../../../data/schema/tables/history/listing_run.ts'
import { manifest } from '../../../data/schema/manifest.ts'
import { component, list } from '../../http/answer_fields.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { changesOfFarm } from '../../query/changes/change_rows.ts'
import { listingsOf } from '../../query/listings_history.ts'
import { rowOf } from '../../query/row_of.ts'
import { historyEntry } from '../snapshots/changes.ts'
import { resource, resourceOf } from '../lists/envelope.ts'
import { dataRoute } from '../data_route.ts'

const { last_edition, last_revision } = listingRun.shape
const run = listingRun
  .omit({ farm_id: true })
  .extend({
    last_edition: free(last_edition, 'Date of the last edition of the run; null = undated'),
    last_revision: free(
      last_revision,
      'Number of the edition among those of that date; null = undated',
    ),
    listed: free(z.boolean(), 'Listing flag: true if the newest edition lists the farm so'),
  })
  .meta({
    id: 'ListingRun',
    description:
      'Content of a source listing over a run of editions of its series, as read at that time',
  })
const snapshotIds = (description: string) => list(description, manifest.shape.id)

export const history = dataRoute({
  path: '/v1/farms/:id/history',
  operation: 'getFarmHistory',
  tag: 'Farms',
  summary: 'Get the history of one farm',
  details:
    'Source listings by edition, and changes by published snapshot, up to the requested snapshot.',
  of: 'farm',
  params: z.object({ id: parameter.farmId }),
  query: z.strictObject({ snapshot: parameter.snapshot }),
  response: resourceOf(
    component('FarmHistory', 'History of one farm', {
      farm_id: farm.shape.id,
      listings: list('Source listings, each from its oldest edition', run),
      changes: list('Changes, newest snapshot first', historyEntry),
      snapshots: snapshotIds('Snapshots that the changes come from, newest first'),
      unread: snapshotIds('Published snapshots whose changes cannot be read now'),
    }),
  ),
  // Snapshots come and go, whatever the live one is.
  usesClock: () => true,
  async answer({ snapshot, tier, params: { id } }, services) {
    // A removed farm has no history; a delisted farm keeps its history.
    if (services.snapshots.removedFarms.has(id)) rowOf(snapshot, id)
    const listings = await listingsOf(snapshot, tier, id)
    const { changes, ...read } = await changesOfFarm(services, tier, id, snapshot.id)
    if (listings.length === 0 && changes.length === 0) rowOf(snapshot, id)
    return { body: resource(snapshot, { farm_id: id, listings, changes, ...read }) }
  },
})
