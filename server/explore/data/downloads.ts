import { basename } from 'node:path'
import { html, type Html } from '../../../data/html.ts'
import { descriptions, farmsCsvFile } from '../../../data/schema/descriptions.ts'
import { tables } from '../../../data/schema/tables/tables.ts'
import { codeBlock, codeTabs, curl } from '../../pages/code_blocks.ts'
import { section } from '../../pages/page.ts'
import { size } from '../../pages/shown.ts'
import { table, type Cell } from '../../pages/parts.ts'
import { filesFor, type OfferedFile } from '../../query/snapshot_files.ts'
import { dataPage, dataPath } from './data_page.ts'

export const filesPath = `${dataPath}/files`

/** `/data/downloads`: the files of the snapshot, and the line of SQL that opens each. */
export const downloadsPage = dataPage({
  path: `${dataPath}/downloads`,
  content({ manifest, address, tier }) {
    const files = filesFor(manifest, 'paid')
    const [open, paid] = [filesOf(files, 'free'), filesOf(files, 'paid')]
    const describing = new Set(descriptions.map(({ path }) => path))
    const hrefOf = ({ tier: of, url, path }: OfferedFile) =>
      of === 'free' ? url : tier === 'paid' ? `${filesPath}/${path}` : null
    const rowsOf = (some: OfferedFile[]) =>
      some.map((file) => fileRow(file, hrefOf(file), address + file.url))
    return {
      title: 'Download the data',
      description:
        'All farms as Parquet and CSV, with history, changes, digests and a dictionary. Public files need no key.',
      main: html`<p class="lead">
          All farms in one file, and their history in others. Public files need no key.
        </p>
        ${section(
          'downloads',
          'Public files',
          html`${fileTable(
            'Tables',
            rowsOf(open.filter(({ path }) => !describing.has(path) || isFarms(path))),
          )}
          ${fileTable(
            'Descriptions of the snapshot',
            rowsOf(open.filter(({ path }) => describing.has(path) && !isFarms(path))),
          )}`,
        )}
        ${section('duckdb', 'Read without a download', inPlace(manifest.id, address))}
        ${section('members', 'Paid files', html`${paidText(address)} ${fileTable('Paid tables', rowsOf(paid))}`)}`,
    }
  },
})

const isFarms = (path: string) => path === 'public/farms.parquet' || path === farmsCsvFile

const inPlace = (id: string, publicUrl: string): Html =>
  html`<p>DuckDB fetches only the parts of a Parquet file that a query needs.</p>
    ${codeTabs('duckdb', 'What to read', {
      'The farms': `select name, city, products\nfrom '${publicUrl}/v1/snapshots/${id}/files/public/farms.parquet'\nwhere state = 'VT';`,
      'All public tables': `attach '${publicUrl}/v1/catalog.duckdb' as farms;`,
    })}`

const paidText = (publicUrl: string): Html =>
  html`<p>
      They have every field and need a paid key. Give the key to DuckDB once, or send it in the
      header of a request:
    </p>
    ${codeTabs('paid', 'How to send the key', {
      DuckDB: `create secret farms (type http, scope '${publicUrl}', extra_http_headers map {'X-API-Key': 'svc_live_…'});`,
      Shell: `${curl(`${publicUrl}/v1/snapshots/latest/files/members/farms.parquet`)} -fo farms.parquet`,
    })}`

const purposes = new Map([
  ...tables.map(({ path, description }) => [path, description] as const),
  ...descriptions.map(({ path, purpose }) => [path, purpose] as const),
])

/** The files of a tier: the farms first, then tables and descriptions in the dictionary's order. */
export function filesOf(files: readonly OfferedFile[], tier: OfferedFile['tier']): OfferedFile[] {
  const paths = [...purposes.keys()]
  const place = ({ path }: OfferedFile) => (isFarms(path) ? -1 : paths.indexOf(path))
  return files
    .filter((file) => file.tier === tier)
    .toSorted((a, b) => place(a) - place(b) || b.path.localeCompare(a.path))
}

export const fileTable = (caption: string, rows: Cell[][]): Html =>
  table(caption, ['File', 'Content', 'Rows', 'Size', 'Digest'], rows, 'stacks')

/** A file with its digest. `href`: null if the visitor may not download it; `address`: the one in its SQL. */
export function fileRow(file: OfferedFile, href: string | null, address: string): Cell[] {
  const { path, rows, bytes, sha256 } = file
  const own = basename(path)
  const name = html`<code>${own}</code>`
  return [
    href === null ? name : html`<a href="${href}" download="${own}">${name}</a>`,
    purposes.get(path) ?? '',
    rows ?? { figure: '' },
    { figure: size(bytes) },
    html`<details>
      <summary>SHA-256${path.endsWith('.parquet') ? ' and SQL' : null}</summary>
      ${codeBlock(`SHA-256 of ${path}`, `the digest of ${path}`, sha256, 'slight')}
      ${path.endsWith('.parquet') ? codeBlock(`SQL for ${path}`, `the SQL for ${path}`, `from '${address}' limit 10;`, 'slight') : null}
    </details>`,
  ]
}
