import { basename } from 'node:path'
import { groupDigits } from '../../data/digit_grouping.ts'
import { html, type Html } from '../../data/html.ts'
import type { Manifest } from '../../data/schema/manifest.ts'
import type { Tier } from '../../data/schema/meta.ts'
import { dictionaryFile, tables } from '../../data/schema/tables/tables.ts'
import type { Services } from '../services.ts'
import type { GivenSession } from '../routes/account/session.ts'
import { filesFor, type OfferedFile } from '../query/snapshot_files.ts'
import { keysWithUse } from '../routes/account/account_keys.ts'
import type { Call } from '../routes/plain_route.ts'
import { sendFile } from '../routes/snapshots/snapshot_files.ts'
import { codeBlock } from './parts/code_block.ts'
import { curlFile } from './parts/first_request.ts'
import { size } from './parts/shown.ts'
import { table, type Cell } from './parts/table.ts'

/** The files of a snapshot, and how to get them. */
export async function downloads(
  services: Services,
  manifest: Manifest,
  session: GivenSession,
): Promise<Html> {
  const tier = await tierOf(services, session)
  const latest = `${services.publicUrl()}/v1/snapshots/latest/files/public/farms.parquet`
  return html`<section aria-labelledby="downloads">
    <h2 id="downloads">Download it</h2>
    <p>
      The tables are Parquet files: DuckDB, pandas and R read them as they are. Here your browser
      gets what your best key may have. Programs send a key, and can ask for part of a file with
      <code>Range</code>:
    </p>
    ${codeBlock('Shell', 'the line', curlFile(latest, 'farms.parquet'))}
    ${table(
      'Files of the snapshot',
      ['File', 'What it holds', 'Tier', 'Rows', 'Size'],
      filesFor(manifest, 'paid').map((file) => fileRow(file, tier)),
    )}
  </section>`
}

/** Sends a file of the live snapshot to somebody signed in, for whom a browser can't send a key. */
export async function sendDownload(
  context: Call,
  services: Services,
  session: GivenSession,
): Promise<void> {
  const { part, name } = context.params
  const tier = await tierOf(services, session)
  await sendFile(context, services, { id: 'latest', name: `${part}/${name}`, tier })
  context.set('Cache-Control', 'no-store')
}

/** The highest tier of the account's keys; whoever has none could make a free one. */
async function tierOf(services: Services, { account }: GivenSession): Promise<Tier> {
  const keys = await keysWithUse(services, account.id)
  return keys.some(({ tier }) => tier === 'paid') ? 'paid' : 'free'
}

function fileRow(file: OfferedFile, tier: Tier): Cell[] {
  const { path, rows, bytes } = file
  const [part, own] = path.split('/')
  const name = html`<code>${part}/<wbr />${own}</code>`
  const open = file.tier === 'free' || tier === 'paid'
  const link = html`<a href="/console/data/files/${path}" download="${basename(path)}">${name}</a>`
  const count = rows === null ? '' : groupDigits(rows)
  return [
    open ? link : name,
    purposeOf(path),
    file.tier,
    { figure: count },
    { figure: size(bytes) },
  ]
}

function purposeOf(path: string): string {
  if (path === dictionaryFile) return 'What every column of every table means'
  return tables.find((each) => each.path === path)?.description ?? ''
}
