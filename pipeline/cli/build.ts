import { existsSync, statSync } from 'node:fs'
import { build } from '../build.ts'
import type { SourceFile } from '../intake.ts'
import { progressOn } from '../progress.ts'
import { layout } from '../../data/schema/layout.ts'
import { adapterFor, adapters } from '../read/adapters.ts'
import { reportText } from '../report.ts'
import { parseCommandLine, UsageError } from './usage.ts'

const help = `Builds a snapshot from source files and makes it the live one.

  npm run build -- --source KIND=PATH [--source KIND=PATH …] [--out DIR] [--json]

  --source KIND=PATH  a source file, gzipped or not; several make one snapshot
  --out DIR           the build folder (default: BUILD_DIR, else build)
  --json              print the report as JSON on standard output
  --help              this text

Kinds of source:
${adapters.map(({ kind, description }) => `  ${kind}\n      ${description}`).join('\n')}

The report and the rejected rows are kept in DIR/reports/ID. Exit status: 0 published,
2 bad usage or input, 3 refused by a gate (the live snapshot stays as it was).
`

const options = {
  source: { type: 'string', multiple: true },
  out: { type: 'string', default: process.env.BUILD_DIR || 'build' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/** `npm run build`. Returns the exit status; throws UsageError or SourceError for bad input. */
export async function buildCommand(args: string[]): Promise<number> {
  const { values } = parseCommandLine('build', { args, options })
  if (values.help) {
    process.stdout.write(help)
    return 0
  }
  const sources = (values.source ?? []).map(parseSource)
  if (sources.length === 0)
    throw new UsageError('no --source KIND=PATH given (npm run build -- --help)')
  if (existsSync(values.out) && !statSync(values.out).isDirectory())
    throw new UsageError(`--out ${values.out} is a file; name a folder`)
  const report = await build({ sources, out: values.out }, progressOn())
  process.stdout.write(values.json ? JSON.stringify(report) + '\n' : reportText(report) + '\n')
  if (report.snapshot === null) return 3
  if (!values.json)
    process.stdout.write(`published ${layout(values.out).snapshot(report.snapshot)}\n`)
  return 0
}

function parseSource(text: string): SourceFile {
  const [kind, path] = splitOnce(text, '=')
  if (!kind || !path) throw new UsageError(`--source ${text} is not KIND=PATH`)
  const adapter = adapterFor(kind)
  if (!existsSync(path)) throw new UsageError(`--source ${kind}: there is no file ${path}`)
  return { adapter, path }
}

function splitOnce(text: string, separator: string): [string, string | null] {
  const at = text.indexOf(separator)
  return at === -1 ? [text, null] : [text.slice(0, at), text.slice(at + 1)]
}
