import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Lifetime } from './temporary_folder.ts'

type StoredObject = { body: Buffer; etag: string; sha256?: string; headers: Headers; at: Date }
type Asked = { method: string; key: string; query: URLSearchParams; headers: Headers; body: Buffer }
type Said = {
  status?: number
  headers?: Record<string, string>
  body?: Buffer | string
  /** The body is not all of it: the connection ends then. */
  cut?: Promise<void>
}

/** An S3 endpoint in memory, with one bucket `farms`, that the SDK of AWS finds by its environment. */
export type S3Server = {
  url: string
  objects: Map<string, StoredObject>
  /** Every request: `PUT snapshots/…`, with the bytes of its body and its header fields. */
  asked: { what: string; bytes: number; headers: Headers }[]
  /** Answers a request before the endpoint does; it goes on where nothing is returned. */
  interfere: (asked: Asked) => Said | undefined | 'hang up'
  /** What the endpoint knows of S3 besides the least. */
  knows: { checksums: boolean; conditions: boolean; copies: boolean; quotes: boolean }
}

const secret = 'the secret key of the tests'

/** Starts it, and points the SDK at it for the rest of this process. */
export async function startS3(life: Lifetime): Promise<S3Server> {
  const s3: S3Server = {
    url: '',
    objects: new Map(),
    asked: [],
    interfere: () => undefined,
    knows: { checksums: true, conditions: true, copies: true, quotes: true },
  }
  const uploads = new Map<string, { headers: Headers; parts: Map<number, Buffer> }>()
  const server = createServer((request, response) => void handle(request, response))
  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url!, 'http://localhost')
    const headers = new Headers(request.headers as Record<string, string>)
    const body = await buffer(request).catch(() => null)
    if (body === null) return
    const key = decodeURIComponent(url.pathname).replace(/^\/farms\/?/, '')
    const asked = { method: request.method!, key, query: url.searchParams, headers, body }
    s3.asked.push({ what: `${asked.method} ${key}`, bytes: body.length, headers })
    const said = s3.interfere(asked) ?? answer(s3, uploads, asked)
    if (said === 'hang up') return request.socket.destroy()
    if (said.cut) {
      response.writeHead(200, said.headers).write(said.body)
      await said.cut
      return request.socket.destroy()
    }
    response
      .writeHead(said.status ?? 200, said.headers)
      .end(asked.method === 'HEAD' ? '' : said.body)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  life.after(async () => {
    server.close().closeAllConnections()
  })
  s3.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  Object.assign(process.env, s3Settings(s3))
  return s3
}

/** The environment by which the SDK finds it. */
export const s3Settings = ({ url }: Pick<S3Server, 'url'>) => ({
  AWS_ENDPOINT_URL: url,
  AWS_ACCESS_KEY_ID: 'AKIATESTSONLY',
  AWS_SECRET_ACCESS_KEY: secret,
  AWS_SESSION_TOKEN: 'the session token of the tests',
  AWS_REGION: 'us-east-1',
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
})

export const failure = (status: number, code: string): Said => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code} ${secret}</Message></Error>`,
})

function answer(
  s3: S3Server,
  uploads: Map<string, { headers: Headers; parts: Map<number, Buffer> }>,
  asked: Asked,
): Said {
  const { method, key, query, headers, body } = asked
  if (!headers.get('authorization')?.includes('AKIATESTSONLY')) return failure(403, 'AccessDenied')
  if (query.has('list-type')) return list(s3, query)
  const id = query.get('uploadId')
  if (method === 'POST' && query.has('uploads')) {
    const UploadId = randomUUID()
    uploads.set(UploadId, { headers, parts: new Map() })
    return xml(
      `<InitiateMultipartUploadResult><UploadId>${UploadId}</UploadId></InitiateMultipartUploadResult>`,
    )
  }
  const upload = id === null ? undefined : uploads.get(id)
  if (id !== null && !upload) return failure(404, 'NoSuchUpload')
  if (method === 'PUT' && upload) {
    if (isDamaged(s3, headers, body)) return failure(400, 'BadDigest')
    upload.parts.set(Number(query.get('partNumber')), body)
    return { headers: { ETag: etagOf(body) } }
  }
  if (method === 'POST' && upload) {
    const whole = Buffer.concat(
      [...upload.parts].toSorted(([a], [b]) => a - b).map(([, part]) => part),
    )
    s3.objects.set(key, {
      ...stored(whole, upload.headers),
      sha256: `of-parts-${upload.parts.size}`,
    })
    return xml('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
  }
  if (method === 'DELETE') {
    if (id === null) s3.objects.delete(key)
    else uploads.delete(id)
    return { status: 204 }
  }
  return method === 'PUT' ? put(s3, asked) : get(s3, asked)
}

function put(s3: S3Server, { key, headers, body }: Asked): Said {
  const { checksums, conditions, copies, quotes } = s3.knows
  const there = s3.objects.get(key)
  const [match, noneMatch] = [headers.get('if-match'), headers.get('if-none-match')]
  if (!conditions && (match ?? noneMatch)) return failure(501, 'NotImplemented')
  if (noneMatch === '*' && there) return failure(412, 'PreconditionFailed')
  if (match && !there) return failure(404, 'NoSuchKey')
  const bare = there?.etag.replaceAll('"', '')
  if (match && match !== bare && !(quotes && match === there?.etag))
    return failure(412, 'PreconditionFailed')
  const source = headers.get('x-amz-copy-source')
  if (source) {
    const from = s3.objects.get(decodeURIComponent(source).replace(/^farms\//, ''))
    if (!copies) return failure(501, 'NotImplemented')
    if (!from) return failure(404, 'NoSuchKey')
    s3.objects.set(key, { ...stored(from.body, headers), sha256: base64Digest(from.body) })
    return xml('<CopyObjectResult></CopyObjectResult>')
  }
  if (isDamaged(s3, headers, body)) return failure(400, 'BadDigest')
  const sha256 = checksums ? headers.get('x-amz-checksum-sha256') : null
  s3.objects.set(key, { ...stored(body, headers), ...(sha256 && { sha256 }) })
  return { headers: { ETag: etagOf(body) } }
}

function get(s3: S3Server, { key, headers }: Asked): Said {
  const found = s3.objects.get(key)
  if (!found) return failure(404, 'NoSuchKey')
  if (headers.get('if-none-match') === found.etag) return { status: 304 }
  const from = Number(/^bytes=(\d+)-$/.exec(headers.get('range') ?? '')?.[1] ?? 0)
  const body = found.body.subarray(from)
  const { etag: ETag, sha256 } = found
  return {
    status: from > 0 ? 206 : 200,
    headers: {
      ETag,
      'Content-Length': String(body.length),
      ...(sha256 && { 'x-amz-checksum-sha256': sha256 }),
      ...(from > 0 && {
        'Content-Range': `bytes ${from}-${found.body.length - 1}/${found.body.length}`,
      }),
    },
    body,
  }
}

/** Two to a page, so that pages are asked for. */
function list(s3: S3Server, query: URLSearchParams): Said {
  const after = query.get('continuation-token') ?? ''
  const keys = [...s3.objects.keys()]
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .toSorted()
  const page = keys.slice(0, 2)
  const contents = page.map((key) => {
    const { body, at } = s3.objects.get(key)!
    return `<Contents><Key>${key}</Key><Size>${body.length}</Size><LastModified>${at.toISOString()}</LastModified></Contents>`
  })
  const next = keys.length > 2 ? `<NextContinuationToken>${page[1]}</NextContinuationToken>` : ''
  return xml(`<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`)
}

const isDamaged = ({ knows }: S3Server, headers: Headers, body: Buffer): boolean => {
  const said = headers.get('x-amz-checksum-sha256')
  return knows.checksums && said !== null && said !== base64Digest(body)
}

const stored = (body: Buffer, headers: Headers) => ({
  body,
  headers,
  etag: etagOf(body),
  at: new Date(),
})

const etagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`

const base64Digest = (body: Buffer) => createHash('sha256').update(body).digest('base64')

const xml = (body: string): Said => ({ headers: { 'Content-Type': 'application/xml' }, body })
