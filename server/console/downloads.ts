import { basename } from 'node:path'
import { z } from 'zod'
import { groupDigits } from '../../data/digit_grouping.ts'
import { html, type Html } from '../../data/html.ts'
import type { Manifest } from '../../data/schema/manifest.ts'
import type { Tier } from '../../data/schema/meta.ts'
import { dictionaryFile, tables } from '../../data/schema/tables/tables.ts'
import type { Services } from '../services.ts'
import type { GivenSession } from '../routes/account/session.ts'
import { filesFor, type OfferedFile } from '../query/snapshot_files.ts'
import { keysWithUse } from '../routes/account/account_keys.ts'
import { page } from '../routes/route.ts'
import { fileAnswer } from '../routes/snapshots/snapshot_files.ts'
import { codeBlock } from './parts/code_block.ts'
import { curlFile } from './parts/first_request.ts'
import { size } from './parts/shown.ts'
import { table, type Cell } from './parts/table.ts'
import { signedIn } from './visitor.ts'

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

/** A file of the live snapshot for somebody signed in, for whom a browser can't send a key. */
export const downloadPage = page({
  path: '/console/data/files/:part/:name',
  caller: signedIn,
  params: z.object({ part: z.string(), name: z.string() }),
  async answer({ http, session, params: { part, name } }, services) {
    const tier = await tierOf(services, session)
    const file = { id: 'latest', name: `${part}/${name}`, tier }
    const answer = await fileAnswer(http, services, file)
    return { ...answer, headers: { ...answer.headers, 'Cache-Control': 'no-store' } }
  },
})

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
