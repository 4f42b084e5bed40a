import { sha256Of } from '../../../data/file_digest.ts'
import { rangedAnswer } from '../../http/byte_range.ts'
import { holdResults } from '../../query/held_results.ts'
import { duckdbCatalog } from '../../query/duckdb_catalog.ts'
import { requireReady, type Services } from '../../services.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { keyOrNone } from '../callers.ts'
import { apiRoute } from '../route.ts'
import { databaseType, fileAnswers, fileRequest } from './snapshot_files.ts'

type Made = { bytes: Buffer; tag: string }
const path = '/v1/catalog.duckdb'

export const duckdbCatalogRoute = apiRoute({
  method: 'get',
  path,
  caller: keyOrNone,
  open: true,
  operation: 'getDuckdbCatalog',
  tag: 'Snapshots',
  summary: 'Attach the public tables in DuckDB',
  details:
    "`attach 'https://HOST/v1/catalog.duckdb' as farms;`: a view of each public table of the live snapshot. No key is needed.",
  heeds: fileRequest,
  answers: fileAnswers,
  problems: { 'range-not-satisfiable': true },
  async answer({ http }, services) {
    const snapshot = requireReady(services)
    const { bytes, tag } = await catalogs(snapshot, '', () => make(snapshot, services))
    return rangedAnswer(http, {
      tag,
      headers: {
        'Content-Disposition': 'attachment; filename="catalog.duckdb"',
        'Content-Location': path,
        'Cache-Control': 'public, no-cache',
        'Last-Modified': new Date(snapshot.manifest.built_at).toUTCString(),
      },
      type: databaseType,
      bytes: bytes.length,
      part: ({ first, last }) => bytes.subarray(first, last + 1),
    })
  },
})

const catalogs = holdResults<Made>()

async function make({ id, manifest }: Snapshot, services: Services): Promise<Made> {
  const address = `${services.publicUrl()}/v1/snapshots/${id}/files/public`
  const bytes = await duckdbCatalog(manifest, services.published, address)
  return { bytes, tag: `"${sha256Of(bytes)}"` }
}
