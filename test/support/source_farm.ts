import { nothingKnown, type SourceFarm } from '../../pipeline/read/adapter.ts'

/** A farm of which its source says nothing but the name. */
export const namedFarm: SourceFarm = {
  ...nothingKnown,
  source_id: 'a',
  name: 'A Farm',
  place_type: 'farm',
  verification_status: 'unverified',
  schedules: [],
}
