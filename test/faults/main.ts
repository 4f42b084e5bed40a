import { globSync } from 'node:fs'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseCommandLine, runProgram, wholeNumber } from '../../data/command_line.ts'
import { runTests } from '../run_tests.ts'

const help = `Runs the tests of faults over and over, each round with another seed.

  npm run test:faults -- [--seed N] [--minutes M]

  --seed N     seed of the first round, 0 by default; each next round adds 1
  --minutes M  begins no round after so many minutes, 5 by default
  --help       this text

Ends with the first round that fails, and prints its seed. The same seed gives the same faults. Prints at its
end how many disks, writes, powers, publishers and hosts failed.
`

/** Tests in which power, processes, disks, hosts, threads or services fail. */
const suite = [
  'test/faults/*.test.ts',
  'test/data/bucket/*.test.ts',
  'test/pipeline/snapshots/{killed,failed}_build.test.ts',
  'test/pipeline/snapshots/bucket/*.test.ts',
  'test/server/{health_in_trouble,snapshot/open,snapshot/live_faults,snapshot/following}.test.ts',
  'test/server/{app/bad_http,app/store_outages,app/overload,app/listening/connections}.test.ts',
  'test/server/workers/*.test.ts',
  'test/server/openapi/fuzz.test.ts',
]

const options = {
  seed: { type: 'string', default: '0' },
  minutes: { type: 'string', default: '5' },
} as const

await runProgram('test:faults', campaign)

async function campaign(): Promise<number> {
  const { values } = parseCommandLine({ options }, 'npm run test:faults', help)
  const first = wholeNumber('--seed', values.seed, 0, 1e9)
  const end_ms = performance.now() + 60_000 * wholeNumber('--minutes', values.minutes, 1, 10_000)
  const files = globSync(suite, { cwd: join(import.meta.dirname, '../..') }).toSorted()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'farm-directory-faults-'))
  const tally = join(folder.path, 'faults')
  let seed = first
  for (; performance.now() < end_ms; seed++) {
    process.stdout.write(`round with seed ${seed}: ${files.length} files\n`)
    const status = await runTests(files, {
      env: { PROPERTY_SEED: String(seed), FAULT_CAMPAIGN: tally },
    })
    if (status === 0) continue
    process.stdout.write(`failed: npm run test:faults -- --seed ${seed} --minutes 1\n`)
    return status
  }
  const faults = (await readFile(tally, 'utf8')).split('\n').reduce((sum, each) => sum + +each, 0)
  process.stdout.write(`${seed - first} rounds, ${faults} faults: no promise is broken\n`)
  return 0
}
