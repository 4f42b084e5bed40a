import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile } from 'node:fs/promises'
import type { Lifetime } from './temporary_folder.ts'

/** Serves one file, whole or by range as a static host does, and counts the bytes of it that it sends. */
export async function countingServer(life: Lifetime, path: string) {
  const file = await readFile(path)
  const sent = { bytes: 0, requests: 0 }
  const server = createServer((request, response) => {
    const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const start = from === '' ? (to === '' ? 0 : file.length - Number(to)) : Number(from)
    const end = from === '' || to === '' ? file.length : Math.min(Number(to) + 1, file.length)
    const part = file.subarray(start, end)
    response.statusCode = request.headers.range ? 206 : 200
    response.setHeader('Accept-Ranges', 'bytes')
    response.setHeader('Content-Length', part.length)
    if (request.headers.range)
      response.setHeader('Content-Range', `bytes ${start}-${end - 1}/${file.length}`)
    if (request.method === 'HEAD') return void response.end()
    sent.requests++
    sent.bytes += part.length
    response.end(part)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  life.after(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/farms.parquet`, bytes: file.length, sent }
}
