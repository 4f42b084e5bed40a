import { parseCommandLine, UsageError, wholeNumber } from '../command_line.ts'
import { groupDigits } from '../digit_grouping.ts'
import { progressOn } from './progress.ts'
import { writeFeed } from './write_feed.ts'

const help = `Writes a synthetic farm feed (JSON Lines), to try the pipeline and the server with.

  npm run sample -- --out FILE [--farms N] [--seed S]

  --out FILE   where to write; gzipped if it ends in .gz
  --farms N    number of farms, 1 to 10,000,000 (default 5000)
  --seed S     0 to 4,294,967,295 (default 1); the same seed gives the same bytes
  --help       this text
`

type Options = { farms: number; seed: number; out: string }

/** Reads the command line; null where help was asked for. Throws a UsageError that says what is wrong. */
function readOptions(args: string[]): Options | null {
  const { help, farms, seed, out } = parse(args)
  if (help) return null
  if (!out)
    throw new UsageError('--out is missing: name the file to write, as in --out farms.jsonl.gz')
  return {
    farms: wholeNumber('--farms', farms, 1, 10_000_000),
    seed: wholeNumber('--seed', seed, 0, 2 ** 32 - 1),
    out,
  }
}

function parse(args: string[]) {
  return parseCommandLine({
    args,
    options: {
      help: { type: 'boolean', default: false },
      farms: { type: 'string', default: '5000' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string' },
    },
  }).values
}

async function run({ farms: count, seed, out }: Options) {
  const progress = progressOn(process.stderr, count)
  const bytes = await writeFeed({ count, seed, path: out }, progress.rows).finally(progress.stop)
  const megabytes = (bytes / 1e6).toFixed(1)
  process.stdout.write(
    `${groupDigits(count)} synthetic farms (seed ${seed}) in ${out}, ${megabytes} MB: invented, but for ZIP codes, counties and states.\n` +
      `Next: npm run build -- --source farm-feed=${out}\n`,
  )
}

try {
  const options = readOptions(process.argv.slice(2))
  if (options) await run(options)
  else process.stdout.write(help)
} catch (error) {
  const unusable = error instanceof UsageError || 'syscall' in (error as Error)
  if (!unusable) throw error
  process.stderr.write(`sample: ${(error as Error).message} (--help tells more)\n`)
  process.exitCode = 2
}
