import type { Adapter, SourceRow } from '../adapter.ts'
import { mappedRows } from '../mapped/rows.ts'
import type { Row } from '../row.ts'
import { mapRows } from '../rows.ts'
import { isOpenStreetMap, openStreetMapFarm } from './open_street_map.ts'

/**
 * Point features of any map of farms. The mapping in the sources file reads their properties; OpenStreetMap's
 * tags (also Overpass's JSON) need no mapping. An area becomes the middle of its bounding box.
 */
export const geojson: Adapter = {
  kind: 'geojson',
  authority: 'crowd',
  description: "Features of a map: OpenStreetMap's tags, or any with a mapping in the sources file",
  publisher: 'OpenStreetMap contributors',
  licence: 'ODbL 1.0',
  attribution: '© OpenStreetMap contributors',
  mapping: 'optional',
  read: (file, mapping, columns) =>
    mapping
      ? mappedRows(file, geojson.kind, mapping, columns)
      : mapRows(file, tagged, undefined, taggedRow), // tags are not columns: they differ per feature
}

const tagged = {
  kind: geojson.kind,
  needed: [['name', 'name:en', 'official_name', 'brand', 'operator']],
}

function taggedRow(row: Row): SourceRow {
  if (!isOpenStreetMap(row))
    return row.rejectedFor(
      'no tag of OpenStreetMap (shop, amenity, …), and no mapping in the sources file',
    )
  const farm = openStreetMapFarm(row)
  return 'rejected' in farm ? row.rejectedFor(farm.rejected) : row.readAs(farm)
}
