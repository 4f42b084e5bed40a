import { join } from 'node:path'
import { parseCommandLine, runProgram, wholeNumber } from '../../data/command_line.ts'
import { groupDigits } from '../../data/digit_grouping.ts'
import { layout } from '../../data/schema/layout.ts'
import { workingIn } from '../../data/system_failure.ts'
import { currentId, SnapshotError } from '../snapshot/manifest.ts'
import { writeSite } from './write_site.ts'

const help = `Writes the public files of the published snapshots as a static site, with a page for each and a map.

  npm run snapshots -- site [--out DIR] [--build DIR] [--keep N]

Any host of files can serve it at any path. The map needs range requests.
The folder may be served while it is written again.

  --out DIR    where to write; default: site in the build folder
  --build DIR  the build folder (default: BUILD_DIR, else build)
  --keep N     only the newest N snapshots, and the live one
  --help       this text
`

const options = {
  out: { type: 'string' },
  build: { type: 'string', default: process.env['BUILD_DIR'] || 'build' },
  keep: { type: 'string' },
} as const

async function main(): Promise<number> {
  const { values } = parseCommandLine({ options }, 'npm run snapshots -- site', help)
  const { build, keep } = values
  const out = values.out ?? join(build, 'site')
  const most = keep === undefined ? Infinity : wholeNumber('--keep', keep, 1, 1_000_000)
  const place = { doing: 'write the site into', folder: out, setting: '--out DIR' }
  const { latest, snapshots } = await workingIn(place, () => writeSite(layout(build), out, most))
  process.stdout.write(
    `${out}/index.html: ${groupDigits(snapshots.length)} ${snapshots.length === 1 ? 'snapshot' : 'snapshots'}, the newest ${latest}\n`,
  )
  const live = await currentId(layout(build))
  if (latest !== live)
    process.stderr.write(
      `the live snapshot ${live} is left out, as it holds a farm that was removed since; build a new one (npm run build -- --help)\n`,
    )
  return 0
}

await runProgram('snapshots', main, [SnapshotError])
