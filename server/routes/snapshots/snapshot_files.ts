import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import type { Manifest } from '../../../data/schema/manifest.ts'
import type { Tier } from '../../../data/schema/meta.ts'
import type { Services } from '../../services.ts'
import { requireReady, requireTier } from '../requirements.ts'
import { byteRange, type ByteRange } from '../../http/byte_range.ts'
import { clientHas } from '../../http/entity_tag.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { badParameters, Problem } from '../../http/problem.ts'
import { parseQueryString, readQuery } from '../../http/parameters/query_string.ts'
import { fileNamed, findSnapshot, type OfferedFile } from '../../query/snapshot_files.ts'
import { z } from 'zod'
import type { Call, Description, PlainRoute } from '../plain_route.ts'

const types: Record<string, string> = {
  '.parquet': 'application/vnd.apache.parquet',
  '.json': 'application/json; charset=utf-8',
}
const year_s = 365 * 24 * 60 * 60
const noQuery = z.strictObject({})

const id = parameter.snapshotOrLatest
const name = z.string().meta({
  description: 'A file of the snapshot, as its `files` name them',
  example: 'farms.parquet',
})
const part = z.enum(['public', 'members']).meta({
  description:
    'public = with the fields of the free tier; members = with every field, for paid keys',
  example: 'public',
})
const etag = `"${'0123456789abcdef'.repeat(4)}"`
const range = z.strictObject({
  Range: z
    .string()
    .optional()
    .meta({ description: 'The bytes wanted, one range', example: 'bytes=0-1023' }),
  'If-Range': z.string().optional().meta({
    description: 'ETag of the file that the range is of; another one is sent whole',
    example: etag,
  }),
  'If-None-Match': z
    .string()
    .optional()
    .meta({ description: 'ETag of the file that the client has already', example: etag }),
})

const fileHeaders = [
  'ETag',
  'Last-Modified',
  'Accept-Ranges',
  'Cache-Control',
  'Content-Disposition',
  'Content-Location',
]

const describe = (operation: string, params: z.ZodObject): Description => ({
  operation,
  summary: 'A file of a snapshot, whole or in part',
  details:
    'Strong ETag, `Range`, and for ever the same under the id of its snapshot. Scripts of any origin may read it. Without `public/` or `members/` before it, a name stands for the public file where there are two.',
  caller: 'key',
  params,
  headers: range,
  answers: {
    200: { description: 'The file', types: Object.values(types), headers: fileHeaders },
    206: {
      description: 'The bytes asked for',
      types: Object.values(types),
      headers: [...fileHeaders, 'Content-Range'],
    },
    304: { description: 'The client has the file already', headers: ['ETag', 'Cache-Control'] },
  },
  problems: ['unauthorized', 'forbidden', 'not-found', 'gone', 'range-not-satisfiable'],
})

/** Downloads of snapshot files, whole or in part. */
export const snapshotFileRoutes: PlainRoute[] = [
  {
    method: 'get',
    path: '/v1/snapshots/:id/files/:name',
    describe: describe('getSnapshotFile', z.object({ id, name })),
    handle: answerFile,
  },
  {
    method: 'get',
    path: '/v1/snapshots/:id/files/:part/:name',
    describe: describe('getSnapshotFileOfPart', z.object({ id, part, name })),
    handle: answerFile,
  },
]

async function answerFile(context: Call, services: Services): Promise<void> {
  const tier = requireTier(context, { tier: 'free', path: context.path })
  readQuery(noQuery, parseQueryString(context.querystring))
  const id = readId(context.params['id']!)
  const { part, name } = context.params
  const file = part === undefined ? name! : `${part}/${name}`
  await sendFile(context, services, { id, name: file, tier })
}

/**
 * Answers with a file of a snapshot, which an id or `latest` names. Throws a 404 Problem where there
 * is none, a 403 Problem where it is not for the tier, a 410 Problem where it is withdrawn.
 */
export async function sendFile(
  context: Call,
  services: Services,
  { id, name, tier }: { id: string; name: string; tier: Tier },
): Promise<void> {
  const { published, snapshots } = services
  const manifest = await findSnapshot(published, requireReady(services), id)
  const file = fileNamed(manifest, name, tier)
  if (await published.holdsAny(manifest, snapshots.removedFarms)) throw withdrawn(manifest)
  setFields(context, manifest, file, id === 'latest')
  send(context, published.path(manifest.id, file.path), file)
}

function readId(text: string): string {
  const { data, error } = parameter.snapshotOrLatest.safeParse(text)
  if (data !== undefined) return data
  throw badParameters([{ parameter: 'id', message: error.issues[0]!.message }])
}

/** Farms are taken out at somebody's request: what was published with them is no longer handed out. */
const withdrawn = ({ id }: Manifest) =>
  new Problem(
    'gone',
    `the files of snapshot ${id} are withdrawn: they hold farms that were removed since; take a newer snapshot`,
  )

function setFields(context: Call, { id, built_at }: Manifest, file: OfferedFile, latest: boolean) {
  const shared = file.tier === 'free' ? 'public' : 'private'
  context.set({
    'Content-Type': types[extname(file.path)] ?? 'application/octet-stream',
    'Content-Disposition': `attachment; filename="${id}-${file.path.replace('/', '-')}"`,
    'Content-Location': file.url,
    'Cache-Control': latest ? 'private, no-cache' : `${shared}, max-age=${year_s}, immutable`,
    'Accept-Ranges': 'bytes',
    ETag: `"${file.sha256}"`,
    'Last-Modified': new Date(built_at).toUTCString(),
  })
}

/** Answers with the file, the part of it that is asked for, or that the client has it already. */
function send(context: Call, path: string, { bytes, sha256 }: OfferedFile): void {
  const tag = `"${sha256}"`
  const { headers } = context.req
  if (clientHas(headers['if-none-match'], tag)) {
    context.status = 304
    return
  }
  const isCurrent = headers['if-range'] === undefined || headers['if-range'] === tag
  // Ranges are of GET alone (RFC 9110, 14.2).
  const range = isCurrent && context.method === 'GET' ? byteRange(headers.range, bytes) : 'whole'
  if (range === null)
    throw new Problem('range-not-satisfiable', `the file has ${bytes} bytes`, {
      headers: { 'Content-Range': `bytes */${bytes}` },
    })
  const { first, last } = range === 'whole' ? { first: 0, last: bytes - 1 } : range
  context.status = range === 'whole' ? 200 : 206
  if (range !== 'whole') context.set('Content-Range', `bytes ${first}-${last}/${bytes}`)
  context.body = content(context, path, { first, last })
  context.length = last - first + 1
}

/** A body for HEAD too, which Koa leaves away; it is not opened then. */
const content = ({ method }: Call, path: string, { first, last }: ByteRange) =>
  method === 'HEAD' || last < first
    ? Buffer.alloc(0)
    : createReadStream(path, { start: first, end: last })
