import { globSync } from 'node:fs'
import { join, sep } from 'node:path'
import { runTests } from './run_tests.ts'

/** Folders whose files take longest come first, so that no core waits for the last of them. */
const first = ['browser', 'bench', 'pipeline', 'server']

const rank = (path: string) => {
  const place = first.indexOf(path.split(sep)[1]!)
  return place < 0 ? first.length : place
}

const all = globSync('test/**/*.test.ts', { cwd: join(import.meta.dirname, '..') })
  .toSorted()
  .toSorted((one, other) => rank(one) - rank(other))

/** Runs the tests of the files that are named, or all; other arguments are options of the test runner. */
const given = process.argv.slice(2)
const named = given.filter((argument) => argument.endsWith('.test.ts'))
const options = given.filter((argument) => !named.includes(argument))
process.exitCode = await runTests(named.length > 0 ? named : all, { options })
