// Reads farms from farms.parquet by byte ranges, with the file's index.

import { earthRadiusMi, haversineMiles } from './distance.js'
import { decompress } from './fzstd.js'
import { parquetReadObjects } from './hyparquet/read.js'

/** Maximum number of requests for one view. */
const mostRequests = 4
/** Maximum bytes read for a box. */
const mostBytes = 2_000_000

/** A box has too many farms to read. */
export class TooLarge extends Error {}

/**
 * The farms around a point, nearest first, each with its `distance_mi`. `radius_mi` is the radius within
 * which all farms were read. It is smaller than requested if reading all would take more than `bytes`.
 */
export async function farmsNear(index, url, point, radius_mi, bytes) {
  const around = index.groups
    .map((group) => ({ group, least_mi: leastMiles(point, group) }))
    .filter(({ least_mi }) => least_mi <= radius_mi)
    .toSorted((a, b) => a.least_mi - b.least_mi)
  let count = around.length
  while (count > 1 && sizeOf(around.slice(0, count)) > bytes) count--
  const reach_mi = Math.min(radius_mi, around[count]?.least_mi ?? radius_mi)
  const rows = await read(
    index,
    url,
    around.slice(0, count).map(({ group }) => group),
  )
  const farms = rows
    .map((farm) => ({ ...farm, distance_mi: haversineMiles(point, farm) }))
    .filter(({ distance_mi }) => distance_mi <= reach_mi)
    .toSorted((a, b) => a.distance_mi - b.distance_mi)
  return { farms, radius_mi: reach_mi }
}

const sizeOf = (around) =>
  rangesOf(around.map(({ group }) => group)).reduce((sum, { start, end }) => sum + end - start, 0)

/** The farms within a box, west to north, in the order of the file. Throws TooLarge. */
export async function farmsIn(index, url, [west, south, east, north]) {
  const overlaps = (each) =>
    each[0] <= east && each[2] >= west && each[1] <= north && each[3] >= south
  const groups = index.groups.filter((group) => boxesOf(group).some(overlaps))
  if (sizeOf(groups.map((group) => ({ group }))) > mostBytes) throw new TooLarge()
  const rows = await read(index, url, groups)
  return rows.filter(({ lat, lng }) => lng >= west && lng <= east && lat >= south && lat <= north)
}

/** A lower bound of the distance between a point and the farms of a row group. */
const leastMiles = (point, group) => Math.min(...boxesOf(group).map((each) => milesTo(point, each)))

/** The squares of a row group that have farms, as boxes clipped to the group's box. */
function boxesOf({ box: [west, south, east, north], squares, step }) {
  let square = 0
  return squares.map((more) => {
    square += more
    const x = (square % (360 / step)) * step - 180
    const y = Math.floor(square / (360 / step)) * step - 90
    return [
      Math.max(x, west),
      Math.max(y, south),
      Math.min(x + step, east),
      Math.min(y + step, north),
    ]
  })
}

/**
 * The distance to a box's nearest parallel or nearest meridian, whichever is larger. No point in the box
 * is nearer.
 */
function milesTo({ lat, lng }, [west, south, east, north]) {
  const radians = Math.PI / 180
  const up = Math.max(south - lat, lat - north, 0) * radians
  const aside = Math.min(Math.max(west - lng, lng - east, 0), 90) * radians
  return earthRadiusMi * Math.max(up, Math.asin(Math.cos(lat * radians) * Math.sin(aside)))
}

/** The located farms of some row groups. */
async function read(index, url, groups) {
  if (groups.length === 0) return []
  const ranges = rangesOf(groups)
  const parts = await Promise.all(ranges.map((range) => fetchRange(url, range)))
  const file = {
    byteLength: index.bytes,
    slice: (start, end) => sliceOf(ranges, parts, start, end),
  }
  const metadata = metadataOf(index, groups)
  const rows = await parquetReadObjects({ file, metadata, compressors })
  return rows.filter(({ lat, lng }) => lat !== null && lng !== null)
}

const compressors = { ZSTD: (bytes, length) => decompress(bytes, new Uint8Array(length)) }

/** Bytes of the file; bytes that were not fetched belong to no column, and are zero. */
function sliceOf(ranges, parts, start, end) {
  const bytes = new Uint8Array(end - start)
  for (const [at, range] of ranges.entries()) {
    const [from, to] = [Math.max(start, range.start), Math.min(end, range.end)]
    if (from < to) bytes.set(new Uint8Array(parts[at], from - range.start, to - from), from - start)
  }
  return bytes.buffer
}

/** The byte ranges of some row groups: their columns, joined across the smallest gaps. */
function rangesOf(groups) {
  const chunks = groups.flatMap((group) => chunksOf(group)).toSorted((a, b) => a.start - b.start)
  const gaps = chunks.slice(1).map(({ start }, at) => ({ at: at + 1, gap: start - chunks[at].end }))
  const widest = gaps.filter(({ gap }) => gap > 0).toSorted((a, b) => b.gap - a.gap)
  const begins = new Set(widest.slice(0, mostRequests - 1).map(({ at }) => at))
  const ranges = []
  for (const [at, { start, end }] of chunks.entries()) {
    if (at === 0 || begins.has(at)) ranges.push({ start, end })
    else ranges.at(-1).end = end
  }
  return ranges
}

function chunksOf({ chunks }) {
  let end = 0
  return Array.from({ length: chunks.length / 2 }, (_, at) => {
    const start = end + chunks[2 * at]
    end = start + chunks[2 * at + 1]
    return { start, end }
  })
}

async function fetchRange(url, { start, end }) {
  const answer = await fetch(url, { headers: { Range: `bytes=${start}-${end - 1}` } })
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  const bytes = await answer.arrayBuffer()
  // A host without ranges sends the whole file.
  return answer.status === 206 ? bytes : bytes.slice(start, end)
}

/** The file's footer, reduced to these row groups and the index's columns. */
function metadataOf({ schema, columns }, groups) {
  const row_groups = groups.map((group) => ({
    num_rows: BigInt(group.rows),
    columns: chunksOf(group).map(({ start, end }, at) => ({
      meta_data: {
        type: columns[at].type,
        codec: columns[at].codec,
        path_in_schema: columns[at].path,
        num_values: BigInt(group.rows),
        data_page_offset: BigInt(start),
        total_compressed_size: BigInt(end - start),
      },
    })),
  }))
  const num_rows = row_groups.reduce((sum, group) => sum + group.num_rows, 0n)
  return { version: 1, schema, row_groups, num_rows, key_value_metadata: [] }
}
