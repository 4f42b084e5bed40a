import { layout } from '../../data/schema/layout.ts'
import { currentSnapshot, listSnapshots } from '../publish/snapshots.ts'
import { verifySnapshot } from '../publish/verify.ts'
import { parseCommandLine, UsageError } from './usage.ts'

const help = `Looks after the published snapshots.

  npm run snapshots -- list
      every snapshot, newest last; the live one is marked
  npm run snapshots -- verify [ID]
      reads every file of a snapshot (default: the live one) with a second Parquet reader and
      checks it against the manifest and the schemas

  --out DIR   the build folder (default: BUILD_DIR, else build)
  --json      print JSON on standard output
  --help      this text

Exit status: 0 all well, 1 a snapshot is damaged, 2 bad usage.
`

const options = {
  out: { type: 'string', default: process.env.BUILD_DIR || 'build' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/** `npm run snapshots`. Returns the exit status. */
export async function snapshotsCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseCommandLine('snapshots', {
    args,
    options,
    allowPositionals: true,
  })
  if (values.help) {
    process.stdout.write(help)
    return 0
  }
  const [action, id, ...rest] = positionals
  if (rest.length > 0) throw new UsageError(`too many arguments: ${rest.join(' ')}`)
  if (action === 'list' && !id) return list(values)
  if (action === 'verify') return verify(values, id)
  throw new UsageError(
    `${action ?? 'no action'}: expected list or verify (npm run snapshots -- --help)`,
  )
}

type Values = { out: string; json: boolean }

async function list({ out, json }: Values): Promise<number> {
  const snapshots = await listSnapshots(layout(out))
  const lines = snapshots.map(
    ({ manifest: { id, farms, sources, synthetic }, live }) =>
      `${live ? '*' : ' '} ${id}  ${farms.toLocaleString('en-US').padStart(11)} farms  ` +
      `${sources.map(({ file }) => file).join(', ')}${synthetic ? ' (synthetic)' : ''}`,
  )
  if (json)
    process.stdout.write(
      JSON.stringify(snapshots.map(({ manifest, live }) => ({ live, ...manifest }))) + '\n',
    )
  else process.stdout.write(lines.length > 0 ? lines.join('\n') + '\n' : `no snapshot in ${out}\n`)
  return 0
}

async function verify({ out, json }: Values, wanted: string | undefined): Promise<number> {
  const places = layout(out)
  const id = wanted ?? (await currentSnapshot(places))
  if (!id)
    throw new UsageError(`${out} holds no live snapshot; build one (npm run build -- --help)`)
  const { files, problems } = await verifySnapshot(places.snapshot(id))
  if (json) process.stdout.write(JSON.stringify({ snapshot: id, files, problems }) + '\n')
  else if (problems.length === 0)
    process.stdout.write(`${id}: ${files} files are whole and fit their schemas\n`)
  else process.stdout.write(problems.map((problem) => `${id}: ${problem}\n`).join(''))
  return problems.length === 0 ? 0 : 1
}
