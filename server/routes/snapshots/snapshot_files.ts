import { createReadStream } from 'node:fs'
import { z } from 'zod'
import { descriptions } from '../../../data/schema/descriptions.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import type { Tier } from '../../../data/schema/meta.ts'
import { text } from '../../http/answer_fields.ts'
import { rangedAnswer, type RangedAnswer } from '../../http/byte_range.ts'
import { described } from '../../http/parameters/described.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { Problem } from '../../http/problem.ts'
import { fileNamed, findSnapshot, type OfferedFile } from '../../query/snapshot_files.ts'
import { requireReady, type Services } from '../../services.ts'
import { keyOrNone, noKey } from '../callers.ts'
import { ifNoneMatch, isOfLatest, latestRedirected, toSnapshot } from '../data_route.ts'
import { apiRoute, notModified, type Http, type Route } from '../route.ts'

const tableType = 'application/vnd.apache.parquet'
export const databaseType = 'application/vnd.duckdb'
const types = [
  ...new Set([tableType, databaseType, ...descriptions.map(({ mediaType }) => mediaType)]),
]
/** Example of `detail` for a snapshot that is gone. */
export const notKept =
  'snapshot 20260101T014922Z-5d1f0a77 is not kept any more; /v1/snapshots lists the kept ones'
const year_s = 365 * 24 * 60 * 60
/** A file is read in pieces so large: each takes a turn of the event loop. */
const chunkBytes = 256 * 1024

const id = parameter.snapshotOrLatest
const name = text('File name, as in `files` of the snapshot', 'farms.parquet')
/** Any other part returns 404. */
const part = described(z.string(), { type: 'string', enum: ['public', 'members'] }).meta({
  description: 'Part: public = fields of the free tier; members = every field, for paid keys',
  example: 'public',
})
const etag = `"${'0123456789abcdef'.repeat(4)}"`
const headers = z.strictObject({
  Range: text('Requested bytes, one range', 'bytes=0-1023').optional(),
  'If-Range': text(
    'ETag of the file that the range belongs to; a different file is sent whole',
    etag,
  ).optional(),
  ...ifNoneMatch.shape,
})

const fileHeaders = [
  'ETag',
  'Last-Modified',
  'Accept-Ranges',
  'Cache-Control',
  'Content-Disposition',
  'Content-Location',
]

/** The header fields that a route of a file heeds, and its answers. */
export const fileRequest = headers
export const fileAnswers = {
  200: { component: 'File', description: 'Whole file', types, headers: fileHeaders },
  206: {
    component: 'FilePart',
    description: 'Requested bytes',
    types,
    headers: [...fileHeaders, 'Content-Range'],
  },
  304: notModified,
} as const

const fileRoute = (operation: string, path: string, params: z.ZodObject): Route =>
  apiRoute({
    method: 'get',
    path,
    caller: keyOrNone,
    params,
    open: true,
    operation,
    tag: 'Snapshots',
    summary: 'Download a file of a snapshot',
    details: `The file never changes under the id of its snapshot, has a strong ETag and supports \`Range\`. Scripts of any origin may read it. Public files need no key; files in \`members/\` need a paid key.${'part' in params.shape ? '' : ' If both have the name, the public one is sent.'}`,
    heeds: fileRequest,
    answers: { ...fileAnswers, 307: latestRedirected },
    problems: {
      forbidden: 'members/farms.parquet is for paid keys; this key is free',
      'not-found':
        'there is no file farms.xlsx; there are public/farms.parquet, public/stats.parquet',
      gone: notKept,
      'range-not-satisfiable': true,
    },
    answer: (request, services) => {
      const { http, tier, hasKey, params } = request
      if (isOfLatest(request)) return toSnapshot(request, requireReady(services).id)
      const { id, part, name } = params as { id: string; part?: string; name: string }
      const path = part === undefined ? name : `${part}/${name}`
      return fileAnswer(http, services, { id, tier: hasKey ? tier : null, name: path })
    },
  })

/** Downloads of snapshot files, whole or in part. */
export const snapshotFileRoutes: Route[] = [
  fileRoute('getSnapshotFile', '/v1/snapshots/:id/files/:name', z.object({ id, name })),
  fileRoute(
    'getSnapshotFileOfPart',
    '/v1/snapshots/:id/files/:part/:name',
    z.object({ id, part, name }),
  ),
]

/**
 * Returns an answer with a snapshot's file, with the requested part, or without a body if the client has it.
 * `tier`: null = no key. Throws a Problem: 404 if there is no such file, 401 or 403 if it is not for the
 * tier, 410 if it is withdrawn.
 */
export async function fileAnswer(
  http: Http,
  services: Services,
  { id, name, tier }: { id: string; name: string; tier: Tier | null },
): Promise<RangedAnswer> {
  const { published, snapshots } = services
  const manifest = await findSnapshot(published, id)
  const file = fileNamed(manifest, name)
  if (file.tier === 'paid' && tier === null) throw noKey()
  if (file.tier === 'paid' && tier === 'free')
    throw new Problem('forbidden', `${file.path} is for paid keys; this key is free`)
  if (await published.holdsAny(manifest, snapshots.removedFarms)) throw withdrawn(manifest)
  const path = await published.pathOf(manifest, file)
  return rangedAnswer(http, {
    tag: `"${file.sha256}"`,
    headers: headersOf(manifest, file),
    type: typeOf(file),
    bytes: file.bytes,
    part: ({ first, last }) =>
      createReadStream(path, { start: first, end: last, highWaterMark: chunkBytes }),
  })
}

const typeOf = ({ path }: OfferedFile): string => {
  if (path.endsWith('.parquet')) return tableType
  return descriptions.find((each) => each.path === path)?.mediaType ?? 'application/octet-stream'
}

/** Files that hold removed farms are no longer sent. */
const withdrawn = ({ id }: Manifest) =>
  new Problem(
    'gone',
    `the files of snapshot ${id} are withdrawn: they hold farms that were removed since; take a newer snapshot`,
  )

function headersOf({ id, built_at }: Manifest, file: OfferedFile) {
  const shared = file.tier === 'free' ? 'public' : 'private'
  return {
    'Content-Disposition': `attachment; filename="${id}-${file.path.replace('/', '-')}"`,
    'Content-Location': file.url,
    'Cache-Control': `${shared}, max-age=${year_s}, immutable`,
    'Last-Modified': new Date(built_at).toUTCString(),
  }
}
