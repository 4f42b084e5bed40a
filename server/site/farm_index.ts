import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import type { ColumnMetaData, FileMetaData } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'

/** The columns of `public/farms.parquet` that the map shows. */
const shown = ['name', 'place_type', 'city', 'state', 'lat', 'lng', 'products', 'updated_at']

/** Sides of squares, in degrees: a row group has the smallest with at most `mostSquares`. */
const steps = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4]
const mostSquares = 40

/**
 * The part of a Parquet file's footer that a browser needs to read an area, and the squares of each row
 * group. The whole footer has half a megabyte for 100,000 farms.
 */
export type FarmIndex = {
  bytes: number
  /** The file's schema, without the columns that are not shown. */
  schema: object[]
  columns: { path: string[]; type: string; codec: string }[]
  groups: Group[]
}

type Group = {
  rows: number
  /** West, south, east and north of the group's farms. */
  box: [number, number, number, number]
  /** The side of the group's squares, in degrees. */
  step: number
  /** Squares with a farm, `x + 360 / step * y` from 180° W, 90° S, each less the previous one. */
  squares: number[]
  /** For each column: bytes since the previous column's end or the file's start, and the column's bytes. */
  chunks: number[]
}

type Located = { lat: number; lng: number }

/** Reads the index of a Parquet file of farms. Row groups without a located farm are left out. */
export async function farmIndex(path: string): Promise<FarmIndex> {
  const file = await asyncBufferFromFile(path)
  const metadata = await parquetMetadataAsync(file)
  const groups: Group[] = []
  let first = 0
  for (const group of metadata.row_groups) {
    const rows = Number(group.num_rows)
    const place = { rowStart: first, rowEnd: first + rows, columns: ['lat', 'lng'] }
    const farms = await parquetReadObjects({ file, metadata, compressors, ...place })
    const located = farms.filter(({ lat, lng }) => lat !== null && lng !== null) as Located[]
    if (located.length > 0)
      groups.push({ rows, ...extentOf(located), chunks: chunksOf(shownOf(group.columns)) })
    first += rows
  }
  const columns = shownOf(metadata.row_groups[0]?.columns ?? [])
  return {
    bytes: file.byteLength,
    schema: shownSchema(metadata.schema),
    columns: columns.map(({ path_in_schema: path, type, codec }) => ({ path, type, codec })),
    groups,
  }
}

const shownOf = (columns: FileMetaData['row_groups'][number]['columns']): ColumnMetaData[] =>
  columns.flatMap(({ meta_data }) =>
    meta_data && shown.includes(meta_data.path_in_schema[0]!) ? [meta_data] : [],
  )

function extentOf(farms: readonly Located[]): Pick<Group, 'box' | 'step' | 'squares'> {
  const [lats, lngs] = [farms.map(({ lat }) => lat), farms.map(({ lng }) => lng)]
  const step = steps.find((each) => squaresOf(farms, each).length <= mostSquares) ?? steps.at(-1)!
  return {
    box: [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)],
    step,
    squares: squaresOf(farms, step).map((square, at, all) => square - (all[at - 1] ?? 0)),
  }
}

function squaresOf(farms: readonly Located[], step: number): number[] {
  const squareOf = ({ lat, lng }: Located) =>
    Math.floor((lng + 180) / step) + (360 / step) * Math.floor((lat + 90) / step)
  return [...new Set(farms.map(squareOf))].toSorted((a, b) => a - b)
}

function chunksOf(columns: readonly ColumnMetaData[]): number[] {
  let end = 0
  return columns.flatMap((column) => {
    const first = Number(column.dictionary_page_offset || column.data_page_offset)
    const bytes = Number(column.total_compressed_size)
    const gap = first - end
    end = first + bytes
    return [gap, bytes]
  })
}

type Element = { name: string; num_children?: number }

/** A schema lists its tree depth first, beginning with the root. */
function shownSchema([root, ...elements]: Element[]): object[] {
  const kept: Element[] = []
  let columns = 0
  for (let at = 0, end = 0; at < elements.length; at = end) {
    end = endOf(elements, at)
    if (!shown.includes(elements[at]!.name)) continue
    kept.push(...elements.slice(at, end))
    columns++
  }
  return [{ ...root, num_children: columns }, ...kept]
}

/** The position after an element and its descendants. */
function endOf(elements: readonly Element[], at: number): number {
  let end = at + 1
  for (let child = 0; child < (elements[at]!.num_children ?? 0); child++) end = endOf(elements, end)
  return end
}
