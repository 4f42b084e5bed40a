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
import { tierOf } from '../routes/account/account_tier.ts'
import { page } from '../routes/route.ts'
import { fileAnswer } from '../routes/snapshots/snapshot_files.ts'
import { codeBlock, curl } from './parts/code_blocks.ts'
import { section } from './parts/page.ts'
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
  return section(
    'downloads',
    'Downloads',
    html`<p>
        The tables are Parquet files, which DuckDB, pandas and R read directly. Here your browser
        gets the files of the highest tier among your keys. Programs send a key, and can ask for
        part of a file with <code>Range</code>:
      </p>
      ${codeBlock('Shell', 'the line', `${curl(latest)} -fo farms.parquet`)}
      ${table(
        'Files of the snapshot',
        ['File', 'What it holds', 'Tier', 'Rows', 'Size'],
        filesFor(manifest, 'paid').map((file) => fileRow(file, tier)),
      )}`,
  )
}

/** A file of the live snapshot, by the session, since a link in a browser can't send a key. */
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

function fileRow(file: OfferedFile, tier: Tier): Cell[] {
  const { path, rows, bytes } = file
  const [part, own] = path.split('/')
  const name = html`<code>${part}/<wbr />${own}</code>`
  const open = file.tier === 'free' || tier === 'paid'
  const link = html`<a href="/console/data/files/${path}" download="${basename(path)}">${name}</a>`
  const purpose =
    path === dictionaryFile
      ? 'What every column of every table means'
      : (tables.find((each) => each.path === path)?.description ?? '')
  const count = { figure: rows === null ? '' : groupDigits(rows) }
  return [open ? link : name, purpose, file.tier, count, { figure: size(bytes) }]
}
