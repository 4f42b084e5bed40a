import { layout } from '../../data/schema/layout.ts'
import {
  currentSnapshot,
  listSnapshots,
  publishedIds,
  type ListedSnapshot,
} from '../publish/snapshots.ts'
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
  const manifests = snapshots.map(({ id, live, manifest }) => ({
    live,
    ...(manifest ?? { id, damaged: true }),
  }))
  if (json) process.stdout.write(JSON.stringify(manifests) + '\n')
  else process.stdout.write(snapshots.map(listLine).join('') || `no snapshot in ${out}\n`)
  return 0
}

function listLine({ id, live, manifest }: ListedSnapshot): string {
  const start = `${live ? '*' : ' '} ${id}  `
  if (!manifest) return `${start}DAMAGED: its manifest.json can't be read\n`
  const farms = `${manifest.farms.toLocaleString('en-US').padStart(11)} farms`
  const files = manifest.sources.map(({ file }) => file).join(', ')
  return `${start}${farms}  ${files}${manifest.synthetic ? ' (synthetic)' : ''}\n`
}

async function verify({ out, json }: Values, wanted: string | undefined): Promise<number> {
  const places = layout(out)
  const id = wanted ?? (await currentSnapshot(places))
  if (!id)
    throw new UsageError(`${out} holds no live snapshot; build one (npm run build -- --help)`)
  if (!(await publishedIds(places)).includes(id))
    throw new UsageError(`${out} holds no snapshot ${id} (npm run snapshots -- list)`)
  const { files, problems } = await verifySnapshot(places.snapshot(id))
  if (json) process.stdout.write(JSON.stringify({ snapshot: id, files, problems }) + '\n')
  else if (problems.length === 0)
    process.stdout.write(`${id}: ${files} files are whole and fit their schemas\n`)
  else process.stdout.write(problems.map((problem) => `${id}: ${problem}\n`).join(''))
  return problems.length === 0 ? 0 : 1
}
