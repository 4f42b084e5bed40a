import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import type { Lifetime } from './temporary_folder.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

/** A part of a file that was sent: its path in the folder, and how many bytes. */
type Sent = { path: string; bytes: number }

/**
 * Serves the files of a folder below `prefix` as a plain host does: by their paths, whole or one range of
 * bytes, and `index.html` for a path that ends with a slash. It knows nothing else, and notes what it sends.
 */
export async function serveFolder(
  life: Lifetime,
  folder: string,
  { prefix = '/', ranges = true } = {},
) {
  const sent: Sent[] = []
  const server = createServer((request, response) => {
    const answer = async () => {
      const { pathname } = new URL(request.url!, 'http://localhost')
      const own = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : '..'
      const path = normalize(own.endsWith('/') || own === '' ? `${own}index.html` : own)
      const info = path.startsWith('..') ? null : await stat(join(folder, path)).catch(() => null)
      if (!info?.isFile()) return void response.writeHead(404).end()
      const range = /^bytes=(\d*)-(\d*)$/.exec((ranges && request.headers.range) || '')
      const { start, end } = bytesOf(range, info.size)
      response.writeHead(range ? 206 : 200, {
        'Accept-Ranges': 'bytes',
        'Content-Type': types[extname(path)] ?? 'application/octet-stream',
        'Content-Length': end - start + 1,
        ...(range && { 'Content-Range': `bytes ${start}-${end}/${info.size}` }),
      })
      if (request.method === 'HEAD') return void response.end()
      sent.push({ path, bytes: end - start + 1 })
      if (info.size === 0) return void response.end()
      createReadStream(join(folder, path), { start, end }).pipe(response)
    }
    void answer()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  life.after(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, sent }
}

/** The first and the last byte that a range asks for; without one, of the whole file. */
function bytesOf(range: RegExpExecArray | null, size: number): { start: number; end: number } {
  const [, from = '', to = ''] = range ?? []
  if (from === '') return { start: to === '' ? 0 : size - Number(to), end: size - 1 }
  return { start: Number(from), end: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}
