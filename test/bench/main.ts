import { writeFile } from 'node:fs/promises'
import { bench } from './bench.ts'
import { runProgram, UsageError } from '../../data/command_line.ts'
import { hasWrk } from './load_by_wrk.ts'
import { readOptions, type Options } from './options.ts'
import { reportText } from './report.ts'

/** A run that hangs ends by itself: what a slow machine needs, several times over. */
const limit_ms = ({ farms = 1_000_000, seconds, warmUp_s }: Options) =>
  600_000 + 10 * farms + 300_000 * (seconds + warmUp_s)

const tell = (line: string) => void process.stderr.write(`${line}\n`)

async function main(args: string[], interrupted: AbortSignal): Promise<number> {
  try {
    const options = readOptions(args)
    if (options.load === 'wrk' && !(await hasWrk()))
      throw new UsageError('--load wrk: there is no program wrk here; install it, as with apt-get')
    const signal = AbortSignal.any([interrupted, AbortSignal.timeout(limit_ms(options))])
    const result = await bench(options, tell, signal)
    if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(result)}\n`)
    process.stdout.write(`${reportText(result)}\n`)
    return 0
  } catch (error) {
    if (interrupted.aborted) return 130
    throw error
  }
}

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interruption.abort())
await runProgram('bench', () => main(process.argv.slice(2), interruption.signal))
