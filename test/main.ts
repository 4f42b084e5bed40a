import { globSync, statSync } from 'node:fs'
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

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
const isPath = (argument: string) => argument.endsWith('.test.ts') || isFolder(argument)

/** Runs the tests of the files and folders that are named, or all; other arguments are options of the test runner. */
const given = process.argv.slice(2)
const named = given
  .filter(isPath)
  .flatMap((path) => (isFolder(path) ? globSync(`${path}/**/*.test.ts`) : path))
const options = given.filter((argument) => !isPath(argument))
process.exitCode = await runTests(named.length > 0 ? named : all, { options })
