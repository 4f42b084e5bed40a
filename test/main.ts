import { globSync } from 'node:fs'
import { join, sep } from 'node:path'
import { runTests } from './run_tests.ts'

/** Folders whose files take longest come first, so that no core waits for the last of them. */
const first = ['browser', 'bench', 'pipeline', 'server']

const rank = (path: string) => {
  const place = first.indexOf(path.split(sep)[1]!)
  return place < 0 ? first.length : place
}

/** Runs all tests; arguments are options of the test runner. */
const files = globSync('test/**/*.test.ts', { cwd: join(import.meta.dirname, '..') })
  .toSorted()
  .toSorted((one, other) => rank(one) - rank(other))
process.exitCode = await runTests(files, { options: process.argv.slice(2) })
