import { placeColumns, zipColumns } from '../../pipeline/publish/serving/places.ts'
import { Gazetteer } from '../../server/snapshot/columns/gazetteer.ts'

/** The gazetteer that a snapshot has, without the snapshot. */
export function wholeGazetteer(): Gazetteer {
  const { columns, rows } = placeColumns()
  return new Gazetteer(columns, zipColumns(rows))
}
