import { gazetteerColumns } from '../../pipeline/publish/serving/places.ts'
import { Gazetteer } from '../../server/snapshot/columns/gazetteer.ts'

/** The gazetteer that a snapshot has, without the snapshot. */
export function wholeGazetteer(): Gazetteer {
  const { places, zips } = gazetteerColumns()
  return new Gazetteer(places, zips)
}
