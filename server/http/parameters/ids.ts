import { z } from 'zod'
import { snapshotPattern } from '../../../data/schema/manifest.ts'
import { described } from './described.ts'
import { entries } from './texts.ts'

const ofSnapshot = 'must be the id of a snapshot, such as 20261121T014922Z-02c8b340'

/** The id of a snapshot that the server has. */
export const snapshot = z
  .string()
  .regex(snapshotPattern, `${ofSnapshot}; /v1/snapshots lists them`)
  .optional()
  .meta({
    description:
      'Snapshot to answer from: the live snapshot or its predecessor; default: the live snapshot. `links.next` contains it, so that all pages come from one snapshot',
    example: '20261121T014922Z-02c8b340',
  })
/** A snapshot's id, or `latest` for the live one. */
export const snapshotOrLatest = z
  .union([z.literal('latest'), snapshot.unwrap()], {
    error: `${ofSnapshot}, or latest`,
  })
  .meta({ description: 'Snapshot id, or `latest` for the live snapshot', example: 'latest' })
export const uuid = described(
  z.uuid('must be a UUID').transform((value) => value.toLowerCase()),
  { type: 'string', format: 'uuid' },
)
export const farmId = uuid.meta({
  description: 'Farm id',
  example: '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7',
})

/** Up to 100 farm ids, comma-separated; duplicates removed, in the order given. */
export const farmIds = described(
  entries(uuid, 100).transform((ids) => [...new Set(ids)]),
  { type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: 100 },
)
