import { dirname } from 'node:path'
import { parseCommandLine, runProgram, UsageError, wholeNumber } from '../command_line.ts'
import { groupDigits } from '../digit_grouping.ts'
import { makeFolder, workingIn } from '../system_failure.ts'
import { writeFeed } from './write_feed.ts'
import { SingleBar } from 'cli-progress'

const help = `Writes a synthetic farm feed (JSON Lines), for trying the pipeline and the server.

  npm run sample -- --out FILE [--farms N] [--seed S]

  --out FILE   where to write, in a folder that is made where it is missing; gzipped if it ends in .gz
  --farms N    number of farms, 1 to 10,000,000 (default 5000)
  --seed S     0 to 4,294,967,295 (default 1); the same seed gives the same bytes
  --help       this text
`

const options = {
  farms: { type: 'string', default: '5000' },
  seed: { type: 'string', default: '1' },
  out: { type: 'string' },
} as const

/** `npm run sample`. Returns the text to print. */
async function sample(args: string[]): Promise<string> {
  const { values } = parseCommandLine({ args, options }, 'npm run sample', help)
  const { out } = values
  if (!out)
    throw new UsageError(
      '--out is missing: name the file to write, as in npm run sample -- --out farms.jsonl.gz',
    )
  const count = wholeNumber('--farms', values.farms, 1, 10_000_000)
  const seed = wholeNumber('--seed', values.seed, 0, 2 ** 32 - 1)
  const progress = progressOn(process.stderr, count)
  const place = { doing: 'write the feed into', folder: dirname(out), setting: '--out FILE' }
  const bytes = await workingIn(place, async () => {
    await makeFolder(place.folder)
    return writeFeed({ count, seed, path: out }, progress.rows).finally(progress.stop)
  })
  const megabytes = (bytes / 1e6).toFixed(1)
  return `${groupDigits(count)} synthetic farms (seed ${seed}) in ${out}, ${megabytes} MB: all invented except ZIP codes, counties and states.
Next: npm run build -- --source farm-feed=${out}
`
}

type Progress = { rows: (done: number) => void; stop: () => void }

/** Shows progress in `total` farms: a bar on a terminal, otherwise a line for each tenth. */
function progressOn(out: NodeJS.WriteStream, total: number): Progress {
  return out.isTTY ? bar(out, total) : lines(out, total)
}

function bar(stream: NodeJS.WriteStream, total: number): Progress {
  const display = new SingleBar({
    stream,
    hideCursor: true,
    clearOnComplete: true,
    format: '{bar} {value} of {total} farms, {eta} s left',
    formatValue: (value, _, type) => (type === 'eta' ? String(value) : groupDigits(value)),
    barsize: 20,
  })
  display.start(total, 0)
  return { rows: (done) => display.update(done), stop: () => display.stop() }
}

function lines(out: NodeJS.WriteStream, total: number): Progress {
  let tenths = 0
  return {
    rows(done) {
      const now = Math.floor((10 * done) / total)
      if (now === tenths) return
      tenths = now
      out.write(`${groupDigits(done)} of ${groupDigits(total)} farms\n`)
    },
    stop() {},
  }
}

await runProgram('sample', async () => {
  process.stdout.write(await sample(process.argv.slice(2)))
  return 0
})
