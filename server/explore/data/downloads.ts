import { basename } from 'node:path'
import { groupDigits } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import { descriptions } from '../../../data/schema/descriptions.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import type { Tier } from '../../../data/schema/meta.ts'
import { tables } from '../../../data/schema/tables/tables.ts'
import { codeBlock, curl } from '../../pages/code_blocks.ts'
import { section } from '../../pages/page.ts'
import { size } from '../../pages/shown.ts'
import { filesFor, type OfferedFile } from '../../query/snapshot_files.ts'

/** Path of the live snapshot's paid files for browsers. */
export const filesPath = '/data/files'

/** The files of a snapshot, their contents, and the line of SQL that opens each. */
export const downloadsSection = (manifest: Manifest, tier: Tier, publicUrl: string): Html =>
  section(
    'downloads',
    'Downloads',
    html`<p>
        The tables are Parquet files, which DuckDB, pandas, R and spreadsheets with an add-on read.
        The SQL line opens a file in place: DuckDB fetches only the parts that it needs. Public
        files need no key.
      </p>
      ${codeBlock('SQL for DuckDB', 'the line that attaches all public tables', `attach '${publicUrl}/v1/catalog.duckdb' as farms;`)}
      <ul class="cards files">
        ${inOrder(filesFor(manifest, 'paid')).map((file) => {
          const isOpen = file.tier === 'free' || tier === 'paid'
          // The SQL reads the file in place, from this snapshot even after another one goes live.
          return fileEntry(file, isOpen ? addressOf(file) : null, publicUrl + file.url)
        })}
      </ul>
      <h3 id="members">Paid files</h3>
      <p>
        They have every field and need a paid key. Give the key to DuckDB once, or send it in the
        header of a request:
      </p>
      ${codeBlock('SQL for a paid key', 'the secret', secretSql(publicUrl))}
      ${codeBlock('Shell', 'the line', `${curl(`${publicUrl}/v1/snapshots/latest/files/members/farms.parquet`)} -fo farms.parquet`)}`,
  )

const secretSql = (publicUrl: string) =>
  `create secret farms (type http, scope '${publicUrl}', extra_http_headers map {'X-API-Key': 'svc_live_…'});`

/** A file with its digest. `href`: null if the visitor may not download it; `address`: the one in its SQL. */
export function fileEntry(file: OfferedFile, href: string | null, address: string): Html {
  const { path, rows, bytes, sha256 } = file
  const own = basename(path)
  const name = html`<code>${path.slice(0, -own.length)}<wbr />${own}</code>`
  return html`<li>
    <h3>
      ${href === null ? name : html`<a href="${href}" download="${own}">${name}</a>`}
      <span class="tag${file.tier === 'paid' ? ' warned' : ''}">${file.tier}</span>
    </h3>
    <p>${purposeOf(path)}</p>
    <p class="small">
      ${rows === null ? null : html`${groupDigits(rows)} rows · `}${size(bytes)} · SHA-256
      <code class="break">${sha256}</code>
    </p>
    ${sqlFor(path, address)}
  </li>`
}

const purposes = new Map([
  ...descriptions.map(({ path, purpose }) => [path, purpose] as const),
  ...tables.map(({ path, description }) => [path, description] as const),
])

/** The files that describe the snapshot first, then the tables in the dictionary's order. */
export const inOrder = (files: readonly OfferedFile[]): OfferedFile[] => {
  const paths = [...purposes.keys()]
  return files.toSorted((a, b) => paths.indexOf(a.path) - paths.indexOf(b.path))
}

const purposeOf = (path: string): string => purposes.get(path) ?? ''

const addressOf = ({ path, tier, url }: OfferedFile): string =>
  tier === 'free' ? url : `${filesPath}/${path}`

function sqlFor(path: string, address: string): Html | null {
  const sql = path.endsWith('.parquet')
    ? `from '${address}' limit 10;`
    : path.endsWith('.json')
      ? `from read_json('${address}');`
      : null
  return sql === null ? null : codeBlock(`SQL for ${path}`, `the SQL for ${path}`, sql, 'slight')
}
